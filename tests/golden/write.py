"""Write the golden files again: `make golden`."""

from tests.golden.transcript import FOLDER, read_record, transcript

if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(transcript(read_record(path.read_text("utf-8"))), "utf-8")
