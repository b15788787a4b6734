//! The command line.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use gridwright::dig::Symmetries;
use gridwright::logic::Kind as Technique;
use gridwright_grid::{BoxSize, Group};

use crate::shard::Shard;

const EXIT: &str = "\
Exit status: 0 all fine; 1 some puzzle had no answer of the kind asked for, a
budget ran out, or a test rejected; 2 wrong usage, an impossible request, or
nothing could be read; 130 interrupted, with everything finished so far written.
A closed pipe is no error.";

const MAIN_HELP: &str = "\
Examples:
  gridwright fill -n 1000 --seed 1 > grids.txt
  gridwright solve puzzles.txt
  gridwright fill | gridwright count
  gridwright list fillers

Exit status: 0 all fine; 1 some puzzle had no answer of the kind asked for, a
budget ran out, or a test rejected; 2 wrong usage, an impossible request, or
nothing could be read; 130 interrupted, with everything finished so far written.
A closed pipe is no error.";

const LIST_HELP: &str = "\
Columns, and keys of --format csv and json (one object a line), the last always
`kind`:
  fillers  name, summary, source, distribution, options, shapes, elsewhere (why
           not at other shapes)
  solvers  name, summary, source, distribution (the order of the solutions),
           shapes, elsewhere
  techniques
           name, title, family, aliases, code (of the HoDoKu library), and what a
           step costs on each scale, `+` where its size adds to that
  methods  name, source, summary, unique (whether each of its puzzles has one
           solution by itself; else the others are thrown away), minimal, bias,
           fill (whether --fill matters), shapes
  shapes   name, side, cells, digits, recognised (whether the length of a
           puzzle tells it)
The table leaves out summary, elsewhere and kind.

Examples:
  gridwright list
  gridwright list fillers --format csv";

const FILL_HELP: &str = "\
Formats:
  line         one grid a line
  grid         framed, an empty line between grids
  pencilmarks  a table of the candidates of each cell, an empty line between
               grids
  csv          a header; column grid; with --stats also attempts, restarts,
               guesses, nodes, and where the strategy draws arrangements of
               rows also draws (of the last attempt) and draws_total
  json         one object a line, keys as the columns of csv

Grid i of a run depends on the seed, the strategy with its parameters, the
shape and i alone: not on --jobs, and a shorter run is a prefix of a longer
one.

Examples:
  gridwright fill -n 10 --seed 1
  gridwright fill -s random-row -n 1000 --stats > draws.csv
  gridwright fill --shape 4x4 --format grid";

const SOLVE_HELP: &str = "\
Prints one line a puzzle, in the order of the input: the solution where it is
unique, else `unsolvable`, `ambiguous` (two or more), `undetermined` (a budget
ran out) or `invalid` (unreadable, or givens that contradict each other:
standard error says where and why). With --limit or --all: the solutions found,
separated by tabs, then `undetermined` if a budget ran out on the way. With
--random: one solution, each with the same probability; it is drawn from the list
of all, or, where few cells are given, by drawing grids until one fits. Where
there are too many solutions for the one (--budget) and too many givens for the
other, `undetermined`. What follows a puzzle on its line after a blank, tab,
comma or semicolon follows its answer, too.

Formats:
  line         as above
  grid         solutions framed, an empty line between them; what follows a
               puzzle goes before, after a #
  pencilmarks  the same with a table of candidates
  csv          columns puzzle, answer, solution, rest: answer is `unique`,
               `found` (one row for each solution of --limit, --all or
               --random) or one of the words above; puzzle is empty where it was unreadable
  json         one object a line: puzzle, rest, solutions (a list), answer

Examples:
  gridwright solve puzzles.txt > solutions.txt
  gridwright solve --limit 1 --format grid < puzzle.txt
  gridwright solve --random --seed 1 few_givens.txt
  gridwright fill -n 5 | gridwright solve -s naive";

const COUNT_HELP: &str = "\
Prints one number a puzzle, in the order of the input. `K+` says that counting
stopped at the limit; without a plus the number is exact. `undetermined` (a
budget ran out) or `invalid` (unreadable, or givens that contradict each other:
standard error says where and why) stand for a number that is not known. What
follows a puzzle on its line after a blank, tab, comma or semicolon follows the
number, too.

Formats:
  line  as above; grid and pencilmarks are the same here
  csv   columns puzzle, answer, count, rest: answer is `exact`, `limit`,
        `undetermined` or `invalid`; count is empty where it is not known,
        puzzle where it was unreadable
  json  one object a line: puzzle, rest, answer, count (null where it is not
        known)

Examples:
  gridwright count puzzles.txt
  gridwright count --limit 0 --budget 0 few_givens.txt";

const CANON_HELP: &str = "\
Prints the canonical form of each puzzle, a tab and how many symmetries keep it
(exchanges of digits that it does not use included). Two puzzles are equivalent
if and only if their forms are equal.
  a solution grid               the least of its equivalents as a line
  a puzzle with one solution    its solution is brought to that form; of the
                                ways to do so, the one that makes the puzzle
                                least, an empty cell below 1
  any other puzzle              the least of its equivalents
`undetermined` (a budget ran out, or candidates are restricted and the solution
is not unique) or `invalid` stand for a form that is not known. What follows a
puzzle on its line follows the count, too. Not at 4x4 and 5x5, whose orders of
columns are too many.

Formats:
  line         as above
  grid         framed; before it # what follows the puzzle and # automorphisms
  pencilmarks  the same with a table of candidates
  csv          columns puzzle, answer, form, automorphisms, rest: answer is
               `solved`, `unique`, `ambiguous`, `unsolvable`, `undetermined` or
               `invalid`
  json         one object a line: puzzle, rest, answer, form, automorphisms,
               symmetry (what makes the form of the puzzle: transposed, then
               rows and columns by where they come from, from 0, and labels)

Examples:
  gridwright canon puzzles.txt
  gridwright canon --unique puzzles.txt | cut -f 1 > different.txt";

const VARY_HELP: &str = "\
Prints variations of a puzzle: what its symmetries make of it. Each has an
index, the same everywhere:
  full    all symmetries: 3,359,232 x 9! at 3x3
  simple  the four rotations, each with and without a flip, with any exchange of
          digits: 8 x 9! = 2,903,040 at 3x3; half as many turns where boxes are
          not square
Index 0 is the puzzle itself. Different indices give different puzzles unless
some symmetry of the group keeps the puzzle; then standard error says how many.
Where a puzzle comes on standard input, each one is varied.

Formats:
  line         one variation a line; what follows a puzzle on its line follows
               its variations, too
  grid         framed, an empty line between them
  pencilmarks  the same with a table of candidates
  csv          columns puzzle, index, variation (`invalid` where the puzzle was
               unreadable), rest
  json         one object a line: puzzle, rest, index (a text, since it may be
               large), variation, symmetry (transposed, then rows and columns by
               where they come from, from 0, and labels)

Examples:
  gridwright vary --index 1000000 < puzzle.txt
  gridwright vary --index 7 --group simple 2.....3...14.4..
  gridwright vary --random --seed 1 -n 10 --group simple < puzzle.txt";

const GRID_HELP: &str = "\
Every grid has an index, the same everywhere and for ever: at 3x3 from 0 to
6670903752021072936959, at 2x2 to 287, at 2x3 and 3x2 to 28200959. Grids are
compared by their first rows; those with the same one have their digits
exchanged so that it becomes 123456789, and are then compared by row 2, row 3,
at 3x3 the digits in rows 4 to 6 of each column, and the other rows. The index is
how many come before. With --rank, standard input or the files hold grids in any
format; `invalid` stands for what is none, and what follows a grid on its line
follows its index, too.

Formats of --index:
  line         a grid a line
  grid         framed, an empty line between grids
  pencilmarks  a table of the candidates of each cell
  csv          columns index, grid; `invalid` for what was read and is no index
  json         one object a line: index (a text, since it may be large), grid
Formats of --rank:
  line         an index a line; grid and pencilmarks are the same here
  csv          columns puzzle, index, rest
  json         one object a line: puzzle, rest, index (a text; null for what is
               no grid)

Examples:
  gridwright grid --index 0 --index 6670903752021072936959
  gridwright grid --index 1000000000000 -n 5 --format grid
  gridwright fill -n 3 | gridwright grid --rank | gridwright grid --index -";

const CHECK_HELP: &str = "\
Prints one line a puzzle, in the order of the input: the puzzle, a tab, and
words. The first is
  solved        every cell is given, and all is right
  unique        one solution; the next word is `minimal` (without any one given
                there would be more), `not-minimal` or `undecided`
  ambiguous     two solutions or more
  unsolvable    no solution
  undetermined  a budget ran out before that was known
  invalid       unreadable (the puzzle is left out), or givens that contradict
                each other: standard error says where and why
Then follow, of a puzzle that is neither solved nor invalid, the symmetries of
the set of given cells: rotational-2 (half a turn), rotational-4 (a quarter),
horizontal (top and bottom exchanged), vertical (left and right), diagonal,
antidiagonal; `full` for all that the shape has. Then, after a colon: which
givens may go, each alone; in which cells two solutions differ; or a small set
of conflicting givens, and what they lead to if that shows without a search.
No given of the set can be left out, unless it says that fewer may conflict.
What follows a puzzle on its line after a blank, tab, comma or semicolon
follows the words, too.

Formats:
  line         as above
  grid         the words after a #, then the puzzle framed, an empty line
               between puzzles
  pencilmarks  the same with a table of candidates
  csv          columns puzzle, answer, minimal, symmetries, cells, why, rest:
               answer is the first word; minimal is `yes` or `no`, or empty
               where it is not known (of an unsolvable puzzle: whether the
               conflicting set is minimal); cells are those after the colon,
               why is all of it
  json         one object a line, the same keys: minimal is true, false or
               null; symmetries and cells are lists

Exit status 1 where a puzzle is neither unique nor solved, or a budget ran out.

Examples:
  gridwright check puzzles.txt
  gridwright check < puzzles.txt | grep -v $'\\tunique minimal'";

const CONVERT_HELP: &str = "\
Prints the puzzles, in the order of the input, in one format whatever theirs
is: each is recognised by what it holds. `invalid` stands for what cannot be
read; standard error says where and why. Givens that contradict each other are
no fault here. What follows a puzzle on its line after a blank, tab, comma or
semicolon, and what follows the deleted candidates of a library line, follows
the puzzle in the output, too.

Read, at 9x9 (other shapes alike):
  81 characters, `0 . _ * ? -` an empty cell; letters a-i where no figure is
  162 characters, the puzzle and its solution
  729 characters, for each cell d or an empty cell at place d
  9 rows, framed with `| + - = * : , ; '` or not
  9 rows of 9 groups of candidates (pencilmarks), also [12][3] and on one line
  library lines `:0300:3:CELLS:DELETED:...`, `CELLS:DELETED`; +5 is placed
  files .sdk (its [Puzzle]), .sdm, .ss; % titles; # comments; csv

Formats:
  line         a puzzle a line; 729 characters where candidates are restricted
               beyond what the givens say: `____5____` is a given, `....5....`
               the only candidate
  grid         framed, an empty line between puzzles, what follows a puzzle
               before it after a #; restricted candidates are lost
  pencilmarks  the same with a table of candidates: <5> is a given, 5 the only
               candidate, {} no candidate
  csv          columns puzzle (as line), solution (where the input has one),
               rest
  json         one object a line: puzzle, solution (null where there is none),
               rest
What line, csv and pencilmarks hold is read again as the same puzzle. A solution
beside its puzzle is kept by csv and json only. Where a puzzle was unreadable,
csv and json hold `invalid` for it.

Examples:
  gridwright convert --format grid puzzles.txt
  gridwright convert --give-singles table.txt
  gridwright convert --format pencilmarks library.txt | less";

const RATE_HELP: &str = "\
Prints one line a puzzle, in the order of the input: the puzzle, a tab, and how
difficult it is, or a word:
  solved        every cell is given
  invalid       unreadable (the puzzle is left out), or givens that contradict
                each other: standard error says where and why
  unsolvable    no solution
  ambiguous     two solutions or more
  beyond        one solution, but the techniques of the scale do not lead to it
  undetermined  the time ran out
What follows a puzzle on its line after a blank, tab, comma or semicolon follows
the rating, too.

Scales:
  er     ER/EP/ED as Sudoku Explainer 1.2.1 rates, 9x9 only: the dearest step, the
         dearest up to the first that places a digit, and the first step
  plain  score and level: the cost of the dearest technique needed times 100, plus
         how often it is needed (at most 99), or of trials how many of a hundred
         candidates they cannot refute; level is its class, 1 singles, 2
         intersections and pairs, 3 larger subsets and fish, 4 wings, uniqueness
         and chains, 5 what goes beyond. The same for all equivalents of a puzzle
  paper  score and level of the paper on digging holes: classes 1 (very easy) to 5
         (evil) of the givens (weight 0.4; without what is marked as placed), of
         the least givens in a row or column, of the dearest technique, and of the digits that a search row by row
         places (0.2 each)
  all    the three, separated by tabs; `-` where one does not rate the shape

Formats:
  line         as above
  grid         the rating after a #, then the puzzle framed, an empty line between
               puzzles
  pencilmarks  the same with a table of candidates
  csv          a row for each scale; columns puzzle, scale, answer (`rated` or one
               of the words above), rating (ER or the score), ep, ed, level,
               effort (of plain: the costs of all rounds together), nodes (of the
               search of paper), clues, bottleneck (the dearest technique), steps,
               singles (whether these alone suffice), guessing (whether something
               must be assumed), techniques (name:count, by blanks), rest
  json         one object a line: puzzle, rest, answer, scales (for each by name:
               the keys of csv, techniques as an object)

--shard 2/5 rates the second of five parts of the puzzles; the parts joined in
order are the bytes of one run. Each part counts the puzzles first: files are
read twice, standard input to its end, into memory. A line that is wrong is told,
and counts for the exit status, in the part that it belongs to; so a file without
a puzzle, where the next puzzle belongs. A part that no puzzle is left for prints
nothing.

Exit status 1 where a puzzle has no rating and is not solved.

Examples:
  gridwright rate puzzles.txt
  seq 4 | parallel -k gridwright rate --shard {}/4 puzzles.txt > ratings.txt
  gridwright rate --scale all --format csv puzzles.txt > ratings.csv";

const EXPLAIN_HELP: &str = "\
Prints the logical path of a puzzle: one numbered step a line, with its rating,
the technique, why it holds, and after => what it places (r8c6 = 2) or removes
(r1c5, r1c7 <> 3). Chains follow, each on a line of its own: every assertion with
what it rests on besides the one before; so do the combinations of an aligned
exclusion. Each step is printed as it is found. The last line is the rating, or
the word that stands for it: see `gridwright rate --help`. The technique is the first of
the scale that finds anything; `gridwright list techniques` shows them all. On
the scale plain all its cheapest steps are taken at once: they rest on the same
board, and those that add nothing to the others are left out here.

Formats:
  line         as above
  grid         before each step the board, framed
  pencilmarks  before each step a table of the candidates
  csv          columns puzzle, step, rating, technique, name, placements,
               eliminations, reason, rest; where the path does not end in a
               solution a row follows whose technique is the word
  json         one object a step and line: puzzle, rest, scale, step, round (the
               same for steps taken at once), rating, kind, name, family, text,
               digits, cells, houses, covers, fins, sets, combinations (of an
               aligned exclusion: digits of its cells, and cell, the one that
               they leave nothing, or null), form, complexity, chains (of
               objects: cells, digit, on, cause: assumed,
               cell, house, peers, set or step, house, step: a step within,
               parents by their places in the chain), placements, eliminations,
               board (for each cell before the round 9 symbols at 9x9: its
               candidates, `.` for those that are gone, `_` around a value); form
               is contradiction, double, cell, region or null; where the
               path does not end in a solution an object follows with puzzle,
               rest, answer (the word)

Exit status 1 where the path does not end in a solution.

Examples:
  gridwright explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  gridwright explain --hint --format json < puzzle.txt";

const GENERATE_HELP: &str = "\
Prints so many puzzles, one a line, each with one solution, none equivalent to
another of the run (at shapes above 9x9: none twice).

Without --method: `fit` where there is a pattern; the paper's way where there is
a level; `climb` where there is --er or --technique; else `top-down` at 9x9 where
neither clues nor symmetry are asked for, and `dig`. `climb` changes clues of
puzzles that are nearly as asked for; with any other method puzzle after puzzle is
made until one is as asked for. `gridwright list methods` shows them all.

--level digs as the paper on digging holes does for that level. --er is what
`gridwright rate` says. --technique is needed: the puzzle is solved by the
techniques of its scale that cost at most as much, and is not without it; the
scale is er, or plain where er does not know it. Some are rare: --progress always
shows how many puzzles were tried.

Above 9x9 the test whether a clue can go ends after so many nodes as standard
error says. What is undecided stays: the puzzle has one solution, but not all its
clues need be needed. --minimal tests without end; at 25x25 that is refused.

Puzzle i of a run depends on the seed, the wishes, the shape and i alone: not on
--jobs, and a shorter run is a prefix of a longer one. When the time or the
attempts run out what there is is printed, and standard error says how many.

--shard 2/5 makes the second of five parts of the run; the parts joined in order
are the bytes of the run, for the same seed. A part does not know the puzzles of
the others, except where equivalents are to be feared: with a pattern, below 9x9,
and with 19 clues or fewer; and of controlled-bias and unbiased. Then it makes the
parts before it, too.

Formats:
  line         one puzzle a line
  grid         framed, an empty line between puzzles
  pencilmarks  a table of the candidates of each cell, an empty line between
               puzzles
  csv          a header; columns puzzle, solution (empty where there are
               several), clues, attempts (how many puzzles were made for this one)
  json         one object a line, keys as the columns of csv

Examples:
  gridwright generate -n 10 --seed 1
  gridwright generate -n 5 --er 8..9 | gridwright rate
  gridwright generate -n 5 --technique x-wing
  gridwright generate --clues 24..28 --symmetry rotational-2 --format grid
  seq 4 | parallel -k gridwright generate -n 1000 --seed 1 -q --shard {}/4";

const SEEDS_MAKE_HELP: &str = "\
Prints a row for each puzzle that has one solution, in the order of the input: the
puzzle and its solution in one field, without a gap, which every command reads, and
what is known of it. What has no or several solutions is left out, and standard
error says so; what is equivalent to an earlier one, or not as asked for, is left
out without a word. What follows a puzzle on its line is left out, too.

Columns, and keys of --format json:
  puzzle         and its solution; two keys of json
  er, ep, ed     as `gridwright rate` rates; 9x9 only
  score, level   of the scale plain
  guessing       yes where something must be assumed, else no
  hardest        the dearest technique used
  clues          how many givens
  symmetries     of the set of given cells, apart by blanks
  automorphisms  how many of all symmetries keep the puzzle
  variations     how many puzzles rotations, flips and exchanges of digits make of
                 it: 2,903,040 at 9x9, fewer where some of them keep it
  hidden-single-box and so on
                 how often each technique of --scale is used; guessing and hardest
                 are of that scale, too
A field is empty where something is not known. The header depends on --scale alone.

Formats:
  csv   as above, the default
  line  the first column only
  json  one object a line

Examples:
  gridwright generate -n 1000 | gridwright seeds make --letters > seeds.csv
  gridwright seeds make --level 3..4 --no-guessing --sort er seeds.csv > medium.csv";

const SEEDS_PLAY_HELP: &str = "\
The variations of all seeds of a collection have one number each, the same
everywhere, from 0: first those of the first seed, then those of the second, and so
on. With --group simple a seed has 8 x 9! = 2,903,040 at 9x9 (the four rotations,
each with and without a flip, with any exchange of digits), with --group full
3,359,232 x 9!; where symmetries keep the seed so many times fewer, so that each
puzzle has one number. Seeds added at the end of the file change no number.

Formats:
  line         a puzzle a line; with --solution its solution behind it
  grid         framed, an empty line between games
  pencilmarks  the same with a table of candidates
  csv          columns puzzle, solution, index, line (of the seed in its file)
  json         one object a line, the same keys: index is a text, since it may be
               large

Examples:
  gridwright seeds play seeds.csv --index 1000000
  gridwright seeds play seeds.csv --random -n 3 --seed 1 --format grid";

const SEEDS_RANK_HELP: &str = "\
Prints the number of each puzzle, in the order of the input, as `gridwright seeds
play --index` takes it; `absent` where it is no variation of any seed, `invalid`
where it is unreadable or givens contradict each other. What follows a puzzle on its
line follows its number, too.

Formats:
  line  as above; grid and pencilmarks are the same here
  csv   columns puzzle, index, line (of the seed in its file), rest
  json  one object a line, keys puzzle, rest, index (a text), line

Exit status 1 where a puzzle has no number.

Examples:
  gridwright seeds rank seeds.csv puzzles.txt
  gridwright seeds play seeds.csv --random -n 9 | gridwright seeds rank seeds.csv";

const SEEDS_COUNT_HELP: &str = "\
Prints how many seeds a collection has and how many games these make: for each
level, where the file is a table with a column of that name, and for all together.

Formats:
  line  a table
  csv   columns level, seeds, games
  json  one object a line, the same keys: level and games are texts

Example:
  gridwright seeds count seeds.csv";

const SAMPLE_HELP: &str = "\
Asks of grids, made here or read, whether they could be uniformly random: each
solution grid of the shape equally likely. One line a test: its statistic,
degrees of freedom, p-value, effect (how far from uniform, whatever the number of
grids) with an interval of 95 %, verdict, and what it looked at; the last line
says which tests reject. `rejected`: no chance, at the level --alpha for all tests
together (Holm). `passed`: nothing seen, which proves nothing. `declined`: too few
grids to judge.
  grids            each of the 288 grids of 4x4
  classes          the equivalence classes of 4x4 (2) and 6x6 (49)
  band-1..stack-3  the 416 classes of bands, in each chute of 9x9
  gangsters        the 44 classes of what the columns of a band hold, 9x9
  unavoidable      the mean number of 4-cell unavoidable sets, 9x9
  cells            how often each digit stands in each cell
  minilines        how often it stands in each row and column of a box
  pairs            how often two cells hold the same digit
  row-parity, column-parity
                   how often lines are odd arrangements of the digits
  repeats          how often the same grid comes again; not at 4x4
  equivalents      how often an equivalent grid comes again, 9x9
  automorphisms    how many grids have symmetries, 9x9
Effects: w2, the chi-square of one grid; d, a shift in standard deviations;
difference, of a probability; bits, the Renyi entropy of order 2; ratio, to what
is expected. A line of a file that is no solution grid is told on standard error
and left out. Grids that come again are looked for among the first 4,194,304.

Formats:
  line  a table
  csv   columns test, statistic (chi2, z or count), value, df, p, p_holm (the
        p-value adjusted for all tests), effect, effect_value, effect_low,
        effect_high, verdict, needed (grids), grids, note; empty is unknown or
        infinite; p is at least 1e-300
  json  one object a line, the same keys

Exit status 1 where a test rejects, or a line was no grid.

Examples:
  gridwright sample test -s random-row -n 100000
  gridwright fill -s las-vegas -n 20000 | gridwright sample test";

/// Make, solve, count and check Sudoku, in streams
///
/// Reads standard input where no file is named or the file is `-`; writes standard output.
#[derive(Debug, Parser)]
#[command(name = "gridwright", version, after_help = MAIN_HELP, arg_required_else_help = true, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", exclusive = true)]
    pub(crate) completions: Option<Shell>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List strategies and shapes
    #[command(after_help = LIST_HELP)]
    List(ListArgs),
    /// Make random solution grids
    #[command(after_help = FILL_HELP, after_long_help = format!("{FILL_HELP}\n\n{EXIT}"))]
    Fill(FillArgs),
    /// Solve puzzles
    #[command(after_help = SOLVE_HELP, after_long_help = format!("{SOLVE_HELP}\n\n{EXIT}"))]
    Solve(SolveArgs),
    /// Count the solutions of puzzles
    #[command(after_help = COUNT_HELP, after_long_help = format!("{COUNT_HELP}\n\n{EXIT}"))]
    Count(CountArgs),
    /// Check puzzles: valid, unique, minimal, symmetric; why unsolvable
    #[command(after_help = CHECK_HELP, after_long_help = format!("{CHECK_HELP}\n\n{EXIT}"))]
    Check(PuzzleArgs),
    /// Bring puzzles to canonical form
    #[command(after_help = CANON_HELP, after_long_help = format!("{CANON_HELP}\n\n{EXIT}"))]
    Canon(CanonArgs),
    /// Make equivalent variations of a puzzle
    #[command(after_help = VARY_HELP, after_long_help = format!("{VARY_HELP}\n\n{EXIT}"))]
    Vary(VaryArgs),
    /// The grid of a number, or the number of a grid
    #[command(after_help = GRID_HELP, after_long_help = format!("{GRID_HELP}\n\n{EXIT}"))]
    Grid(GridArgs),
    /// Convert puzzles between formats
    #[command(after_help = CONVERT_HELP, after_long_help = format!("{CONVERT_HELP}\n\n{EXIT}"))]
    Convert(ConvertArgs),
    /// Rate the difficulty of puzzles
    #[command(after_help = RATE_HELP, after_long_help = format!("{RATE_HELP}\n\n{EXIT}"))]
    Rate(RateArgs),
    /// Solve a puzzle as a person would, step by step
    #[command(after_help = EXPLAIN_HELP, after_long_help = format!("{EXPLAIN_HELP}\n\n{EXIT}"))]
    Explain(ExplainArgs),
    /// Make puzzles to order
    #[command(after_help = GENERATE_HELP, after_long_help = format!("{GENERATE_HELP}\n\n{EXIT}"))]
    Generate(GenerateArgs),
    /// Collect seed puzzles, and play any of their variations by its number
    #[command(subcommand)]
    Seeds(SeedsCommand),
    /// Test whether grids are uniformly random
    #[command(subcommand)]
    Sample(SampleCommand),
    /// Measure every strategy and draw the results
    Report(ReportArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line each
    Line,
    /// Framed, several lines each
    Grid,
    /// Comma-separated, with a header
    Csv,
    /// One JSON object a line
    Json,
    /// A table of candidates each
    Pencilmarks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Progress {
    /// On a terminal, when the work is long
    Auto,
    /// From the start; one line a second where standard error is no terminal
    Always,
    /// Not at all
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Fillers,
    Solvers,
    Techniques,
    Methods,
    Shapes,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Write to a file: to a temporary one beside it, renamed at the end
    ///
    /// When interrupted, the finished part is renamed, too.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Append to the file instead of replacing it
    #[arg(long, requires = "output")]
    pub(crate) append: bool,

    /// How to write [default: line]
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "line|grid|csv|json|pencilmarks"
    )]
    pub(crate) format: Option<Format>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Running")]
pub(crate) struct RunArgs {
    /// Threads, at most 8 a core; the output is the same for any number [default: all cores]
    #[arg(short, long, value_name = "J")]
    pub(crate) jobs: Option<NonZeroUsize>,

    /// Stop searching after so long, over the whole run
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time_limit: Option<std::time::Duration>,

    /// A bar on standard error with rate and time left
    #[arg(
        long,
        value_enum,
        default_value = "auto",
        value_name = "auto|always|never",
        hide_possible_values = true
    )]
    pub(crate) progress: Progress,

    /// Write nothing but errors and the seed to standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// What to list; everything there is if not given
    #[arg(value_enum)]
    pub(crate) kind: Option<Kind>,

    /// How to write [default: line, a table]
    #[arg(long, value_enum, hide_possible_values = true, value_name = "line|csv|json")]
    pub(crate) format: Option<Format>,
}

#[derive(Debug, Args)]
pub(crate) struct FillArgs {
    /// The strategy, as `gridwright list fillers` names it [default: uniform; shuffle where that does not work]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,

    /// How many grids
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,

    /// Rows and columns of a box
    #[arg(long, value_name = "RxC", default_value = "3x3")]
    pub(crate) shape: BoxSize,

    /// The seed, written to standard error in any case [default: from the system]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Write the counts of the work, too; implies --format csv
    #[arg(long)]
    pub(crate) stats: bool,

    /// Nodes and draws after which the search for a grid is given up; 0 for no limit [default: 100000000]
    ///
    /// Of las-vegas: the nodes of one try, and a grid is given up after a thousand times as many or the
    /// default, whichever is more.
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,

    /// Only one of so many parts of the run, from 1: the parts joined in order are the bytes of the run
    #[arg(long, value_name = "I/K")]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Parameters of strategies (`gridwright list fillers` says which takes which)")]
pub(crate) struct ParameterArgs {
    /// Draws after which random-row starts over
    #[arg(long, value_name = "DRAWS")]
    pub(crate) threshold: Option<u32>,

    /// Cells that las-vegas or seventeen fills at random
    #[arg(long, value_name = "CELLS")]
    pub(crate) cells: Option<usize>,

    /// Moves of shuffle-walk
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<u32>,

    /// Whether digits are exchanged, too
    #[arg(long, value_name = "true|false", action = clap::ArgAction::Set)]
    pub(crate) relabel: Option<bool>,

    /// Whether first-row fills the first row or the first column at random
    #[arg(long, value_enum, value_name = "row|column", hide_possible_values = true)]
    pub(crate) line: Option<Line>,

    /// The grid that a shuffle starts from, on one line
    #[arg(long, value_name = "GRID")]
    pub(crate) base: Option<String>,
}

impl ParameterArgs {
    /// Whether any is given.
    pub(crate) fn any(&self) -> bool {
        let numbers = self.threshold.is_some() || self.cells.is_some() || self.moves.is_some();
        numbers || self.relabel.is_some() || self.line.is_some() || self.base.is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Line {
    Row,
    Column,
}

/// Where puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files of puzzles; `-` is standard input, also where none is given
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Rows and columns of a box [default: what the first puzzle has]
    ///
    /// 16, 81, 256 and 625 cells tell the shape; 36, 64, 100 and 144 fit two shapes, so one must be named.
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,
}

/// What searches.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// The solver, as `gridwright list solvers` names it, or auto: bits at 3x3, dlx elsewhere
    #[arg(short, long, value_name = "NAME", default_value = "auto")]
    pub(crate) strategy: String,

    /// Nodes after which a puzzle is given up as undetermined; 0 for no limit [default: 1000000000]
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,
}

/// What the commands that solve puzzles share.
#[derive(Debug, Args)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// Up to so many solutions of each puzzle; 1 for any; 0 for all
    #[arg(long, value_name = "K", conflicts_with = "all")]
    pub(crate) limit: Option<u64>,

    /// All solutions of each puzzle
    #[arg(long)]
    pub(crate) all: bool,

    /// A random solution of each puzzle, all equally likely
    #[arg(long, conflicts_with_all = ["limit", "all"])]
    pub(crate) random: bool,

    /// The seed of --random, written to standard error [default: from the system]
    #[arg(long, value_name = "N", requires = "random")]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) puzzles: PuzzleArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    /// Stop counting at so many; 0 for never
    #[arg(long, value_name = "K", default_value_t = 2)]
    pub(crate) limit: u64,

    #[command(flatten)]
    pub(crate) puzzles: PuzzleArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CanonArgs {
    /// Leave out what is equivalent to an earlier puzzle
    #[arg(long)]
    pub(crate) unique: bool,

    #[command(flatten)]
    pub(crate) puzzles: PuzzleArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupName {
    /// Every symmetry
    Full,
    /// Rotations, flips and exchanges of digits
    Simple,
}

impl GroupName {
    /// The group of that name.
    pub(crate) const fn group(self) -> Group {
        match self {
            Self::Full => Group::Full,
            Self::Simple => Group::Simple,
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Simple => "simple",
        }
    }
}

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("which").required(true).args(["index", "random"])))]
pub(crate) struct VaryArgs {
    /// The puzzle itself, in any format; `-` is standard input, also where none is given
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: Option<String>,

    /// The variation of that number, from 0
    #[arg(long, value_name = "K")]
    pub(crate) index: Option<u128>,

    /// A random variation
    #[arg(long)]
    pub(crate) random: bool,

    /// Which symmetries
    #[arg(
        long,
        value_enum,
        default_value = "full",
        value_name = "full|simple",
        hide_possible_values = true
    )]
    pub(crate) group: GroupName,

    /// How many of each puzzle: random ones, or those from --index on
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,

    /// The seed of --random, written to standard error in any case [default: from the system]
    #[arg(long, value_name = "N", requires = "random")]
    pub(crate) seed: Option<u64>,

    /// Rows and columns of a box [default: what the puzzle has]
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// A scale of difficulty, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScaleName {
    Er,
    Hodoku,
    Plain,
    Paper,
    All,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// What difficulty is measured by
    #[arg(
        long,
        value_enum,
        default_value = "er",
        value_name = "er|plain|paper|all",
        hide_possible_values = true
    )]
    pub(crate) scale: ScaleName,

    /// Only one of so many parts of the puzzles, from 1: the parts joined in order are the bytes of the run
    #[arg(long, value_name = "I/K")]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The puzzle itself, in any format, or a file of puzzles; `-` is standard input, also where none is given
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: Option<String>,

    /// The next step only
    #[arg(long)]
    pub(crate) hint: bool,

    /// Whose techniques [default: er at 3x3, plain elsewhere]
    #[arg(long, value_enum, value_name = "er|plain", hide_possible_values = true)]
    pub(crate) scale: Option<ScaleName>,

    /// Rows and columns of a box [default: what the puzzle has]
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Indices of the command line, or those read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    Number(u128),
    Read,
}

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("which").required(true).args(["index", "rank"])))]
pub(crate) struct GridArgs {
    /// The grid of that number, from 0; may be given again; `-` for those on standard input, one a line
    #[arg(long, value_name = "I", value_parser = index)]
    pub(crate) index: Vec<Index>,

    /// The numbers of grids
    #[arg(long)]
    pub(crate) rank: bool,

    /// Files of grids for --rank; `-` is standard input, also where none is given
    #[arg(value_name = "FILE", conflicts_with = "index")]
    pub(crate) files: Vec<PathBuf>,

    /// How many grids from each --index on
    #[arg(
        short = 'n',
        long = "number",
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "rank"
    )]
    pub(crate) number: u64,

    /// Rows and columns of a box [default: 3x3; with --rank what the first grid has]
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Make a cell with one candidate left a given: for tables that mark no givens
    #[arg(long)]
    pub(crate) give_singles: bool,

    /// Write letters for digits, `a` for 1, up to 9x9; not as grid or pencilmarks
    #[arg(long)]
    pub(crate) letters: bool,

    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SampleCommand {
    /// Test grids of a strategy, or from files, against the uniform distribution
    #[command(after_help = SAMPLE_HELP, after_long_help = format!("{SAMPLE_HELP}\n\n{EXIT}"))]
    Test(SampleTestArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SampleTestArgs {
    /// Files of solution grids; `-` is standard input, also where neither a file nor -s is given
    #[arg(value_name = "FILE", conflicts_with = "strategy")]
    pub(crate) files: Vec<PathBuf>,

    /// Grids of a strategy, as `gridwright list fillers` names it
    #[arg(short, long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,

    /// How many grids the strategy makes [default: 20000]
    #[arg(short = 'n', long = "number", value_name = "N", requires = "strategy", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) number: Option<u64>,

    /// Rows and columns of a box [default: what the first grid has; of a strategy 3x3]
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,

    /// The seed of the strategy, written to standard error in any case [default: from the system]
    #[arg(long, value_name = "N", requires = "strategy")]
    pub(crate) seed: Option<u64>,

    /// Nodes and draws after which a grid is given up, as of `gridwright fill`
    #[arg(long, value_name = "NODES", requires = "strategy")]
    pub(crate) budget: Option<u64>,

    /// How probable any rejection of uniformly random grids may be
    #[arg(long, value_name = "P", default_value = "1e-6", value_parser = level)]
    pub(crate) alpha: f64,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArgs {
    /// How many puzzles
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,

    /// How they are made, as `gridwright list methods` names it [default: what suits the wishes]
    #[arg(short, long, value_name = "NAME")]
    pub(crate) method: Option<String>,

    /// The filler that makes the grids, as `gridwright list fillers` names it [default: uniform; shuffle where that
    /// does not work]
    #[arg(long, value_name = "NAME")]
    pub(crate) fill: Option<String>,

    /// Rows and columns of a box
    #[arg(long, value_name = "RxC", default_value = "3x3")]
    pub(crate) shape: BoxSize,

    /// The seed, written to standard error in any case [default: from the system]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Attempts at a puzzle before the run ends [default: 1000000; 10000 of climb, 100 of fit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) attempts: Option<u64>,

    /// Nodes of an attempt before it is given up; 0 for no limit [default: 100000000]
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,

    /// Prove every puzzle again by this solver, as `gridwright list solvers` names it, best another one than digs: that
    /// is bits at 3x3, dlx elsewhere
    #[arg(long, value_name = "SOLVER")]
    pub(crate) prove: Option<String>,

    /// Only one of so many parts of the run, from 1
    #[arg(long, value_name = "I/K")]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) wishes: WishArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Wishes")]
pub(crate) struct WishArgs {
    /// Level of the paper on digging holes: very easy, easy, medium, hard, evil
    #[arg(long, value_name = "1..5", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub(crate) level: Option<u8>,

    /// Rating of Sudoku Explainer, both ends included; 9x9 only
    #[arg(long, value_name = "LO..HI", value_parser = tenths)]
    pub(crate) er: Option<Bounds>,

    /// A technique that is needed, as `gridwright list techniques` names it
    #[arg(long, value_name = "NAME", value_parser = technique)]
    pub(crate) technique: Option<Technique>,

    /// Number of clues, both ends included
    #[arg(long, value_name = "LO..HI", value_parser = clues)]
    pub(crate) clues: Option<Bounds>,

    /// Symmetry of the set of clue cells: none, rotational-2, rotational-4, horizontal, vertical, diagonal,
    /// antidiagonal, several joined by +, or full
    #[arg(long, value_name = "NAME", default_value = "none")]
    pub(crate) symmetry: Symmetries,

    /// The clue cells: a file with a symbol for each cell, . 0 - or _ for an empty one; # comments
    #[arg(long, value_name = "FILE")]
    pub(crate) pattern: Option<PathBuf>,

    /// Without any one clue there is more than one solution
    #[arg(long)]
    pub(crate) minimal: bool,

    /// Of methods without a uniqueness test: take what they make, also with several solutions
    #[arg(long)]
    pub(crate) ambiguous: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SeedsCommand {
    /// Puzzles with their solutions and all that is known of them, as a table
    #[command(after_help = SEEDS_MAKE_HELP, after_long_help = format!("{SEEDS_MAKE_HELP}\n\n{EXIT}"))]
    Make(SeedsMakeArgs),
    /// The game of a number, or any
    #[command(after_help = SEEDS_PLAY_HELP, after_long_help = format!("{SEEDS_PLAY_HELP}\n\n{EXIT}"))]
    Play(SeedsPlayArgs),
    /// The numbers of games
    #[command(after_help = SEEDS_RANK_HELP, after_long_help = format!("{SEEDS_RANK_HELP}\n\n{EXIT}"))]
    Rank(SeedsRankArgs),
    /// How many games there are, and of which level
    #[command(after_help = SEEDS_COUNT_HELP, after_long_help = format!("{SEEDS_COUNT_HELP}\n\n{EXIT}"))]
    Count(SeedsCountArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SeedsMakeArgs {
    /// Turn and relabel each so that its variations look the same, and write letters for digits; up to 9x9
    #[arg(long)]
    pub(crate) letters: bool,

    /// Leave out what these symmetries make of an earlier one
    #[arg(
        long,
        value_enum,
        default_value = "simple",
        value_name = "simple|full",
        hide_possible_values = true
    )]
    pub(crate) group: GroupName,

    /// Whose techniques are counted
    #[arg(
        long,
        value_enum,
        default_value = "plain",
        value_name = "plain|er",
        hide_possible_values = true
    )]
    pub(crate) scale: ScaleName,

    /// Sort by a column, as the header names it: numbers, then words, then what is empty
    #[arg(long, value_name = "COLUMN")]
    pub(crate) sort: Option<String>,

    /// Sort the other way round
    #[arg(long, requires = "sort")]
    pub(crate) reverse: bool,

    #[command(flatten)]
    pub(crate) pick: PickArgs,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Which ones")]
pub(crate) struct PickArgs {
    /// Level of the scale plain, both ends included
    #[arg(long, value_name = "LO..HI", value_parser = levels)]
    pub(crate) level: Option<Bounds>,

    /// Rating of Sudoku Explainer, both ends included; 9x9 only
    #[arg(long, value_name = "LO..HI", value_parser = tenths)]
    pub(crate) er: Option<Bounds>,

    /// Number of clues, both ends included
    #[arg(long, value_name = "LO..HI", value_parser = clues)]
    pub(crate) clues: Option<Bounds>,

    /// A technique that is used, as `gridwright list techniques` names it
    #[arg(long, value_name = "NAME", value_parser = technique)]
    pub(crate) technique: Option<Technique>,

    /// Those that need no assumption
    #[arg(long)]
    pub(crate) no_guessing: bool,
}

/// Seeds, and what makes their variations.
#[derive(Debug, Args)]
pub(crate) struct CollectionArgs {
    /// The seeds, in the order of their numbers: a file of puzzles in any format; `-` is standard input
    #[arg(value_name = "COLLECTION")]
    pub(crate) collection: PathBuf,

    /// The symmetries that make the variations
    #[arg(
        long,
        value_enum,
        default_value = "simple",
        value_name = "simple|full",
        hide_possible_values = true
    )]
    pub(crate) group: GroupName,

    /// Leave out seeds that are equivalent to an earlier one instead of refusing them
    #[arg(long)]
    pub(crate) merge: bool,

    /// Rows and columns of a box [default: what the first seed has]
    #[arg(long, value_name = "RxC")]
    pub(crate) shape: Option<BoxSize>,
}

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("which").required(true).args(["index", "random"])))]
pub(crate) struct SeedsPlayArgs {
    #[command(flatten)]
    pub(crate) collection: CollectionArgs,

    /// The game of that number, from 0
    #[arg(long, value_name = "K")]
    pub(crate) index: Option<u128>,

    /// Any game, all equally likely
    #[arg(long)]
    pub(crate) random: bool,

    /// How many: random ones, or those from --index on
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,

    /// The seed of --random, written to standard error in any case [default: from the system]
    #[arg(long, value_name = "N", requires = "random")]
    pub(crate) seed: Option<u64>,

    /// With the solution: behind the puzzle, without a gap
    #[arg(long)]
    pub(crate) solution: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SeedsRankArgs {
    #[command(flatten)]
    pub(crate) collection: CollectionArgs,

    /// Files of puzzles; `-` is standard input, also where none is given
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct SeedsCountArgs {
    #[command(flatten)]
    pub(crate) collection: CollectionArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The ends of a range, where given.
pub(crate) type Bounds = (Option<u32>, Option<u32>);

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Less of everything: under a minute
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also measure the solvers on every file of puzzles in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Where to write
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(crate) out: PathBuf,
    /// Rewrite the tables of README.md in the current folder
    #[arg(long)]
    pub(crate) splice: bool,
    /// Only the paths written
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// `LO..HI`, `LO..`, `..HI`, or one number.
fn bounds(text: &str, number: fn(&str) -> Result<u32, String>) -> Result<Bounds, String> {
    let end = |text: &str| match text.trim() {
        "" => Ok(None),
        text => number(text).map(Some),
    };
    match text.split_once("..") {
        Some((low, high)) => Ok((end(low)?, end(high.strip_prefix('=').unwrap_or(high))?)),
        None => number(text).map(|number| (Some(number), Some(number))),
    }
}

fn clues(text: &str) -> Result<Bounds, String> {
    bounds(text, |number| {
        number
            .parse()
            .map_err(|_| format!("'{number}' is not a number of clues"))
    })
}

fn levels(text: &str) -> Result<Bounds, String> {
    bounds(text, |number| {
        let level = number.parse().ok().filter(|level| (1..=5).contains(level));
        level.ok_or_else(|| format!("'{number}' is not a level, 1 to 5"))
    })
}

/// Ratings, in tenths.
fn tenths(text: &str) -> Result<Bounds, String> {
    bounds(text, |number| {
        let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let tenths = format!("{whole}{part}").parse().ok();
        tenths
            .filter(|_| (1..4).contains(&whole.len()) && part.len() == 1 && digits(whole) && digits(part))
            .ok_or_else(|| format!("'{number}' is not a rating, as 7.3"))
    })
}

fn technique(text: &str) -> Result<Technique, String> {
    let unknown = |error| format!("{error}: `gridwright list techniques` shows them");
    text.parse().map_err(unknown)
}

fn level(text: &str) -> Result<f64, String> {
    let level: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if level > 0.0 && level < 1.0 {
        Ok(level)
    } else {
        Err("not between 0 and 1".into())
    }
}

fn index(text: &str) -> Result<Index, String> {
    match text {
        "-" => Ok(Index::Read),
        number => number
            .parse()
            .map(Index::Number)
            .map_err(|_| "not a number from 0 on".into()),
    }
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    std::time::Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// The arguments of the program, a puzzle that starts with a hyphen for an empty cell moved behind `--`: it would be taken
/// for options.
pub(crate) fn puzzles_last(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<_> = arguments.collect();
    let verb = arguments.get(1).and_then(|verb| verb.to_str());
    if !matches!(verb, Some("explain" | "vary")) || arguments.iter().any(|argument| argument == "--") {
        return arguments;
    }
    let is_puzzle = |argument: &OsString| {
        argument.to_str().is_some_and(|text| {
            let cells = text
                .bytes()
                .filter(|byte| byte.is_ascii_digit() || b"-._*?".contains(byte));
            text.starts_with('-') && text.len() >= 16 && cells.count() * 2 > text.len()
        })
    };
    if let Some(at) = arguments.iter().position(is_puzzle) {
        let puzzle = arguments.remove(at);
        arguments.extend(["--".into(), puzzle]);
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn ranges() {
        assert_eq!(tenths("7.2..8"), Ok((Some(72), Some(80))));
        assert_eq!(tenths("..8.9"), Ok((None, Some(89))));
        assert_eq!(tenths("9.."), Ok((Some(90), None)));
        assert_eq!(tenths("10.5"), Ok((Some(105), Some(105))));
        assert_eq!(clues("17..=20"), Ok((Some(17), Some(20))));
        for wrong in ["", "x", "7.25", "-1", "7..x", "1.2.3", "+7"] {
            assert!(tenths(wrong).is_err(), "{wrong}");
        }
    }
}
