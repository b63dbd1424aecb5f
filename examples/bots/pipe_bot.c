/* A bot in C: it asks for the legal actions and plays the last one. Compile with: cc -o pipe_bot pipe_bot.c
   For the workshop, with a compiler from PyPI: python -m ziglang cc -target wasm32-wasi -O2 -s -o pipe_bot.wasm pipe_bot.c */
#include <stdio.h>
#include <string.h>

static char line[65537], chosen[65537];

static const char *after(const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 ? line + length : NULL;
}

int main(void) {
    const char *rest;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (after("ludarium "))
            puts("ready 1 legal");
        else if ((rest = after("ping ")))
            printf("pong %s\n", rest);
        else if ((rest = after("legal ")))
            strcpy(chosen, rest);
        else if (after("go "))
            printf("action %s\n", chosen);
        else if (strcmp(line, "quit") == 0)
            break;
        fflush(stdout);
    }
    return 0;
}
