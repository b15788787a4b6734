//! What digging leaves, that other solvers agree, and what is refused.

mod experiments;
mod methods;
mod wishes;
