"""Studies of games: what a designer wants to know of a game, on one page.

| module        | content                                                                     |
| ------------- | --------------------------------------------------------------------------- |
| `counts`      | the budget, counted in games and positions, and what fits into some minutes |
| `journal`     | what is finished, so that an interrupted study goes on                      |
| `watching`    | games between equal players: openings, actions, places, positions           |
| `pieces`      | which pieces are chosen, and which the winners have                         |
| `ladder`      | the steps of skill from random play up                                      |
| `changes`     | what each option changes, beyond chance                                     |
| `exact`       | the values of small boards                                                  |
| `taught`      | a learnt player, and what it prefers                                        |
| `moments`     | positions worth looking at                                                  |
| `parts`       | the parts of a study in their order, and its data                           |
| `verdict`     | what the numbers say, in sentences                                          |
| `charts`      | charts and maps as SVG                                                      |
| `pictures`    | the game's own pictures                                                     |
| `sections`    | the sections of the page, each from its part of the data                    |
| `preferences` | what players prefer, as cards of the page                                   |
| `page`        | the page: its frame and its first screen                                    |
"""
