export interface Note {
  /** The start in the round, in seconds. */
  at: number;
  seconds: number;
  hertz: number;
}

export interface Tone {
  notes: Note[];
  /** The length of a round, in seconds. */
  round: number;
  /** The volume, from 0 to 1. */
  loudness: number;
}

/** The tone of an incoming call: two quiet phrases like birdsong and a long pause. */
export const incomingTone: Tone = {
  notes: [
    { at: 0, seconds: 0.16, hertz: 987.77 },
    { at: 0.17, seconds: 0.16, hertz: 1174.66 },
    { at: 0.34, seconds: 0.34, hertz: 880 },
    { at: 0.9, seconds: 0.16, hertz: 783.99 },
    { at: 1.07, seconds: 0.4, hertz: 880 },
  ],
  round: 3,
  loudness: 0.09,
};

/** The tone of an outgoing call: one low chord in each round. */
export const outgoingTone: Tone = {
  notes: [
    { at: 0, seconds: 0.9, hertz: 392 },
    { at: 0, seconds: 0.9, hertz: 493.88 },
  ],
  round: 4,
  loudness: 0.03,
};
