import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A bot that plays every game: of the legal actions it plays one that it has played least often in the match.
 *
 * <p>It knows no rules. Java 17 needs nothing else: javac RuleBot.java
 */
public final class RuleBot {
    private final Map<String, Integer> played = new HashMap<>();
    private Random random = new Random(0);

    private String choose(List<String> legal) {
        int fewest = legal.stream().mapToInt(name -> played.getOrDefault(name, 0)).min().orElseThrow();
        List<String> rarest = legal.stream().filter(name -> played.getOrDefault(name, 0) == fewest).toList();
        String chosen = rarest.get(random.nextInt(rarest.size()));
        played.merge(chosen, 1, Integer::sum);
        return chosen;
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var bot = new RuleBot();
        List<String> legal = new ArrayList<>();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.strip().split(" ", 2);
            String rest = parts.length > 1 ? parts[1] : "";
            switch (parts[0]) {
                case "ludarium" -> out.println("ready 1 legal");
                case "game" -> bot.random = new Random(rest.hashCode());
                case "ping" -> out.println("pong " + rest);
                case "legal" -> legal.add(rest);
                case "go" -> {
                    out.println("action " + bot.choose(legal));
                    legal.clear();
                }
                case "quit" -> {
                    return;
                }
                default -> { } // position, turn and state are for bots that look at the position
            }
        }
    }
}
