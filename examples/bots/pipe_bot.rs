// A bot in Rust: it asks for the legal actions and plays the last one. Compile it for the workshop with:
// rustc --target wasm32-wasip1 -O -C strip=symbols pipe_bot.rs
use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut output = io::stdout();
    let mut chosen = String::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "ludarium" => writeln!(output, "ready 1 legal")?,
            "ping" => writeln!(output, "pong {}", rest)?,
            "legal" => chosen = rest.to_string(),
            "go" => writeln!(output, "action {}", chosen)?,
            "quit" => break,
            _ => (),
        }
        output.flush()?;
    }
    Ok(())
}
