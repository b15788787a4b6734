//! Numbers for what is left of a group when elements that do the same to a puzzle count as one.
//!
//! If the symmetries `H` keep a puzzle, then `h` and after it `g` makes of it what `g` does: the variations of the puzzle
//! are the cosets of `H`. Each is known by its least element, in the order of the numbers of the group, and the cosets by
//! the order of these. A symmetry of a puzzle with one solution that moves no cell is the identity, so it is enough to
//! count ways to move the cells; any exchange of digits may follow.

use gridwright_grid::{CanonicalError, Group, Puzzle, Rank, Shape, Symmetry};

/// The ways to move the cells, but one of each coset.
#[derive(Clone, Debug)]
pub(crate) struct Cosets<S: Shape> {
    group: Group,
    /// What keeps the puzzle.
    kept: Vec<Symmetry<S>>,
    least: Least,
}

/// Which ways are the least of their cosets.
#[derive(Clone, Debug)]
enum Least {
    /// Their numbers, of a few.
    Listed(Vec<u128>),
    /// Of many, found by what is kept.
    Counted(Vec<Action>),
}

impl<S: Shape> Cosets<S> {
    /// The cosets of what keeps a puzzle with one solution.
    pub(crate) fn of(group: Group, puzzle: &Puzzle<S>) -> Result<Self, CanonicalError> {
        let kept = group.stabiliser(puzzle)?.elements;
        let least = match group {
            Group::Full => Least::Counted(kept.iter().map(Action::of).collect()),
            Group::Simple => {
                let turns = (0..).map_while(|turn| group.unrank::<S>(turn * Symmetry::<S>::DIGIT_ORDER));
                let number = |symmetry: &Symmetry<S>| cells(group, symmetry);
                let is_least = |turn: &Symmetry<S>| {
                    let coset = kept.iter().map(|kept| number(&kept.then(turn)));
                    coset.min() == Some(number(turn))
                };
                Least::Listed(turns.filter(is_least).map(|turn| number(&turn)).collect())
            }
        };
        Ok(Self { group, kept, least })
    }

    /// How many symmetries keep the puzzle.
    pub(crate) fn kept(&self) -> u128 {
        self.kept.len() as u128
    }

    /// The least element of the coset of a symmetry.
    pub(crate) fn least(&self, symmetry: &Symmetry<S>) -> Symmetry<S> {
        let coset = self.kept.iter().map(|kept| kept.then(symmetry));
        coset
            .min_by_key(|symmetry| cells(self.group, symmetry))
            .unwrap_or(*symmetry)
    }

    /// How many cosets come before that of a least element.
    pub(crate) fn rank(&self, symmetry: &Symmetry<S>) -> u128 {
        match &self.least {
            Least::Listed(numbers) => {
                let number = cells(self.group, symmetry);
                numbers.partition_point(|&other| other < number) as u128
            }
            Least::Counted(kept) => {
                let (mut rank, chosen) = (0, tokens(symmetry));
                let mut walk = Walk::<S>::new(kept);
                for token in chosen {
                    let choices = walk.choices();
                    let before = choices.iter().take_while(|choice| choice.0 < token);
                    rank += before.map(|choice| choice.1).sum::<u128>();
                    walk.choose(token);
                }
                rank
            }
        }
    }

    /// The least element of the coset of that number, one that exchanges no digits.
    pub(crate) fn unrank(&self, mut number: u128) -> Option<Symmetry<S>> {
        match &self.least {
            Least::Listed(numbers) => {
                let turn = *numbers.get(usize::try_from(number).ok()?)?;
                self.group.unrank(turn * Symmetry::<S>::DIGIT_ORDER)
            }
            Least::Counted(kept) => {
                let mut walk = Walk::<S>::new(kept);
                while !walk.is_over() {
                    let token = walk.choices().into_iter().find_map(|(token, ways)| {
                        let rest = number.checked_sub(ways);
                        number = rest.unwrap_or(number);
                        rest.is_none().then_some(token)
                    });
                    walk.choose(token?);
                }
                walk.symmetry()
            }
        }
    }
}

/// The number of what a symmetry of a group does to cells.
fn cells<S: Shape>(group: Group, symmetry: &Symmetry<S>) -> u128 {
    match group {
        Group::Full => symmetry.rank().cells,
        Group::Simple => {
            let number = group.rank(symmetry);
            number.expect("an element of the group, which is small") / Symmetry::<S>::DIGIT_ORDER
        }
    }
}

/// A row or column of a puzzle, a band or stack, or whether rows come from rows or from columns.
type Token = u8;

/// Tokens of each sort: more than a shape has lines.
const SORT: Token = 32;

/// The token of a chute: 0 a band, 1 a stack.
const fn chute(axis: Token, index: Token) -> Token {
    SORT * (1 + axis) + index
}

/// The token of a line: 0 a row, 1 a column.
const fn line(axis: Token, index: Token) -> Token {
    SORT * (3 + axis) + index
}

const TOKENS: usize = 5 * SORT as usize;

/// Lines of a chute: of a band, of a stack.
const fn width<S: Shape>(axis: Token) -> usize {
    if axis == 0 { S::BOX_ROWS } else { S::BOX_COLUMNS }
}

/// Where what comes to stand in each row and column comes from, as choices one after the other, in the order in which they
/// weigh in the number of a symmetry: rows from rows or from columns; the chutes of the bands, the lines of the rows; the
/// same of stacks and columns.
fn tokens<S: Shape>(symmetry: &Symmetry<S>) -> impl Iterator<Item = Token> {
    let turned = Token::from(symmetry.is_transposed());
    let lines = [symmetry.rows(), symmetry.columns()];
    let of_axis = move |axis: Token| {
        let (lines, width, source) = (lines[usize::from(axis)], width::<S>(axis), axis ^ turned);
        let chutes = lines.iter().step_by(width);
        let chutes = chutes.map(move |&first| chute(source, first / width as Token));
        chutes.chain(lines.iter().map(move |&index| line(source, index)))
    };
    [turned].into_iter().chain(of_axis(0)).chain(of_axis(1))
}

/// What a symmetry that comes first makes of each choice.
#[derive(Clone, Debug)]
struct Action([Token; TOKENS]);

impl Action {
    fn of<S: Shape>(first: &Symmetry<S>) -> Self {
        let mut images = [0; TOKENS];
        for (own, image) in tokens(&Symmetry::<S>::identity()).zip(tokens(first)) {
            images[usize::from(own)] = image;
        }
        images[1] = 1 ^ images[0];
        Self(images)
    }

    fn image(&self, token: Token) -> Token {
        self.0[usize::from(token)]
    }
}

/// Choices made one after the other. What is kept acts on all of them at once, and no element but the identity keeps them
/// all: so there are as many least ways to go on as ways, divided by how many elements keep the choices made.
struct Walk<'a, S: Shape> {
    chosen: Vec<Token>,
    /// What keeps the choices made.
    kept: Vec<&'a Action>,
    /// Ways to go on.
    ways: u128,
    shape: std::marker::PhantomData<S>,
}

impl<'a, S: Shape> Walk<'a, S> {
    fn new(kept: &'a [Action]) -> Self {
        Self {
            chosen: Vec::new(),
            kept: kept.iter().collect(),
            ways: Symmetry::<S>::CELL_ORDER,
            shape: std::marker::PhantomData,
        }
    }

    /// Of an axis: how many chutes, and at which choice they begin.
    fn axis(axis: Token) -> (usize, usize) {
        let chutes = S::SIDE / width::<S>(axis);
        let begin = if axis == 0 {
            1
        } else {
            1 + S::SIDE / width::<S>(0) + S::SIDE
        };
        (chutes, begin)
    }

    fn is_over(&self) -> bool {
        let (chutes, begin) = Self::axis(1);
        self.chosen.len() == begin + chutes + S::SIDE
    }

    /// What may be chosen next, kept or not.
    fn allowed(&self) -> Vec<Token> {
        let Some(&turned) = self.chosen.first() else {
            return (0..=Token::from(Symmetry::<S>::SQUARE)).collect();
        };
        let place = self.chosen.len();
        let axis = Token::from(place >= Self::axis(1).1);
        let (source, width) = (axis ^ turned, width::<S>(axis));
        let (chutes, begin) = Self::axis(axis);
        let all: Vec<Token> = match (place - begin).checked_sub(chutes) {
            None => (0..chutes as Token).map(|index| chute(source, index)).collect(),
            Some(own) => {
                let of = self.chosen[begin + own / width] - chute(source, 0);
                let first = of * width as Token;
                (first..first + width as Token)
                    .map(|index| line(source, index))
                    .collect()
            }
        };
        all.into_iter()
            .filter(|token| !self.chosen.contains(token))
            .collect()
    }

    /// What may be chosen next and is the least of what the kept elements make of it, ascending, and how many least ways go
    /// on from there.
    fn choices(&self) -> Vec<(Token, u128)> {
        let allowed = self.allowed();
        let ways = self.ways / allowed.len() as u128;
        let choice = |&token: &Token| {
            let images = self.kept.iter().map(|kept| kept.image(token));
            let keeping = images.clone().filter(|&image| image == token).count() as u128;
            (images.min() == Some(token)).then_some((token, ways / keeping))
        };
        allowed.iter().filter_map(choice).collect()
    }

    fn choose(&mut self, token: Token) {
        self.ways /= self.allowed().len() as u128;
        self.kept.retain(|kept| kept.image(token) == token);
        self.chosen.push(token);
    }

    /// What all choices together are.
    fn symmetry(&self) -> Option<Symmetry<S>> {
        let lines = |axis| -> Vec<u8> {
            let (chutes, begin) = Self::axis(axis);
            let lines = &self.chosen[begin + chutes..begin + chutes + S::SIDE];
            lines.iter().map(|token| token % SORT).collect()
        };
        let labels = Symmetry::<S>::identity();
        Symmetry::new(*self.chosen.first()? == 1, &lines(0), &lines(1), labels.labels()).ok()
    }
}

/// An exchange of digits by its number.
pub(crate) fn exchange<S: Shape>(digits: u128) -> Option<Symmetry<S>> {
    Symmetry::unrank(Rank { cells: 0, digits })
}
