import * as words from '#words/lib';

export function inMegabytes(bytes: number): string {
  const exact = bytes / 1_048_576;
  // Rounds up, so a file above a limit never seems to be below it.
  return words.megabytes({
    megabytes: exact < 10 ? Math.ceil(exact * 10) / 10 : Math.ceil(exact),
  });
}
