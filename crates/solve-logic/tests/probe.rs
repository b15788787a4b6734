//! Probe.
mod common;
use std::collections::BTreeSet;
use gridwright_solve_logic::{Kind, Technique,CellSet,Board};
use gridwright_solve_logic::fish::Fish;
fn combos(n:usize,k:usize)->Vec<Vec<usize>>{ if k==0 {return vec![vec![]];} let mut v=vec![]; for a in 0..n { for mut c in combos(a,k-1){c.push(a);v.push(c);} } v }
fn naive(board:&Board,digit:usize,size:usize,bt:&[usize],ct:&[usize],out:&mut BTreeSet<(u8,CellSet)>) {
  let l=board.layout(); let s=board.cells_of(digit);
  let hs=|t:&[usize]|->Vec<(u8,CellSet)>{t.iter().flat_map(|&k|(k*9..k*9+9).map(|h|(h as u8,l.house_sets[h]&s))).filter(|x|!x.1.is_empty()).collect()};
  let (b,c)=(hs(bt),hs(ct));
  let cb=combos(b.len(),size); let cc=combos(c.len(),size);
  let tw=|v:&[(u8,CellSet)],ix:&[usize]|{let mut o=CellSet::EMPTY;let mut t=o;for &i in ix{t|=o&v[i].1;o|=v[i].1;}(o,t)};
  for x in &cb { let (o,t)=tw(&b,x); if t.len()>2 {continue;}
    for y in &cc { if y.iter().any(|&j| !c[j].1.meets(o) || x.iter().any(|&i|b[i].0==c[j].0)) {continue;}
      let (co,ct)=tw(&c,y); let exo=o.without(co|t); if exo.len()>5 {continue;}
      let fins=exo|t; let e=(co.without(o)|(o&ct).without(t))&l.common_peers(fins);
      if e.is_empty(){continue;}
      let boxy = x.iter().any(|&i|b[i].0<9)||y.iter().any(|&j|c[j].0<9);
      let sash = x.iter().any(|&i|b[i].1.without(fins).len()<2);
      let kind = match(boxy,fins.is_empty(),sash){(false,true,_)=>0,(false,false,false)=>1,(false,false,true)=>2,(true,true,_)=>3,(true,false,_)=>4};
      out.insert((kind,e));
    }}
}
#[test] fn probe() {
  let text=common::data("technique_cases.txt").unwrap();
  let kinds:[&'static[Kind];10]=[&[Kind::XWing],&[Kind::FinnedXWing],&[Kind::SashimiXWing],&[Kind::FrankenXWing],&[Kind::FinnedFrankenXWing],&[Kind::Swordfish],&[Kind::FinnedSwordfish],&[Kind::SashimiSwordfish],&[Kind::FrankenSwordfish],&[Kind::FinnedFrankenSwordfish]];
  let _=text;
  for code in ["0310","0311","0320","0321","0331","0340","0341"] { for case in common::cases(code,None) {
    let d=case.digits.trailing_zeros() as usize;
    println!("{}",case.line);
    for size in [2,3] { let mut full=BTreeSet::new();
      naive(&case.board,d,size,&[1,0],&[2,0],&mut full); naive(&case.board,d,size,&[2,0],&[1,0],&mut full);
      for k in 0..5 { let kd=kinds[(size-2)*5+k]; 
        let a:BTreeSet<CellSet>=full.iter().filter(|f|f.0==k as u8).map(|f|f.1).collect();
        let o:BTreeSet<CellSet>=Fish::new(kd).all(&case.board).iter().filter(|s|s.pattern.digits==case.digits).map(|s|s.eliminations.iter().map(|c|c.cell).collect()).collect();
        let want:CellSet=case.eliminations.iter().map(|c|c.cell).collect();
        let mine= kd[0].code()==code;
        println!("  {:?} full {} ours {} extra-ours {} {}",kd[0],a.len(),o.len(),o.difference(&a).count(), if mine { if a.len()==1&&a.contains(&want) {"MINE full right"} else {"MINE full WRONG"} } else {""});
      } }
  } }
}
