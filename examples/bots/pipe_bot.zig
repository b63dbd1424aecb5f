// A bot in Zig: it asks for the legal actions and plays the last one. Compile it for the workshop (tried with Zig 0.17.1):
// python -m ziglang build-exe -target wasm32-wasi -lc -O ReleaseSmall -femit-bin=pipe_bot.wasm pipe_bot.zig
const std = @import("std");

extern "c" fn getchar() c_int;
extern "c" fn write(file: c_int, from: [*]const u8, bytes: usize) isize;

var line: [65536]u8 = undefined;
var chosen: [65536]u8 = undefined;

fn read() ?[]const u8 {
    var length: usize = 0;
    while (true) {
        const found = getchar();
        if (found < 0) return null;
        if (found == '\n') return line[0..length];
        line[length] = @intCast(found);
        length += 1;
    }
}

fn say(word: []const u8, rest: []const u8) void {
    _ = write(1, word.ptr, word.len);
    _ = write(1, rest.ptr, rest.len);
    _ = write(1, "\n", 1);
}

pub fn main() void {
    var length: usize = 0;
    while (read()) |text| {
        const space = std.mem.indexOfScalar(u8, text, ' ') orelse text.len;
        const word = text[0..space];
        const rest = text[@min(space + 1, text.len)..];
        if (std.mem.eql(u8, word, "ludarium")) {
            say("ready 1 legal", "");
        } else if (std.mem.eql(u8, word, "ping")) {
            say("pong ", rest);
        } else if (std.mem.eql(u8, word, "legal")) {
            length = rest.len;
            @memcpy(chosen[0..length], rest);
        } else if (std.mem.eql(u8, word, "go")) {
            say("action ", chosen[0..length]);
        } else if (std.mem.eql(u8, word, "quit")) {
            return;
        }
    }
}
