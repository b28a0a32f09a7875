// Scenarios to begin with.

export const EXAMPLES = {
  "A few pegs, and a power cut": `# Two moves, then the power goes while team A is counting.
preset acc
A+5 A+2 OK            # seven holes
B+2 B+2 A+5           # team A's key commits team B's four
power-cut             # what was being counted is gone, what was pegged is not
expect A.front 7
expect B.front 4
A+5 A+1 wait 2000     # two seconds of rest commit too
expect A.front 13
expect A.back 7
`,
  "A skunk, claimed and signed": `# Team A pegs out with team B still in the second street.
preset acc
A+5 A+5 A+5 A+5 A+2 A+1 OK   B+5 B+5 B+5 B+5 OK
A+5 A+5 A+5 A+5 A+2 A+2 OK   B+5 B+5 B+5 B+5 OK
A+5 A+5 A+5 A+5 A+2 A+2 OK
A+5 A+5 A+5 A+5 A+2 A+1 OK
A+5 A+5 A+5 A+5 A+2 A+1 OK
expect A.front 117
A+5 A+2               # seven reach past the game hole: a claim
expect phase claim
OK
expect phase sign
B+1:1200              # the loser holds a score key and signs
expect winner A
expect points.A 3
`,
  "Impossible nineteen, and second thoughts": `# No hand scores nineteen; the board wants OK for it.
preset acc
A+5 A+5 A+5 A+2 A+2   # nineteen
B+1                   # refused
expect phase pending
A<                    # back to seventeen
OK
expect A.front 17
A< wait 100           # the move is shown going back
expect phase undo
B+1:1200              # the other side agrees by holding a key
expect A.front 0
`,
};
