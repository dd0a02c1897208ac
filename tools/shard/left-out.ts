interface LeftOut {
  file: string;
  /** The titles of its tests. Without them, the whole file is left out. */
  tests?: string[];
  reason: string;
}

/** The tests that make no sense on a sharded database. `npm run test:shard` names each one, and a test that does not exist. */
export const leftOut: LeftOut[] = [];

/** The files that have no other tests. */
export const leftOutFiles = leftOut.filter(({ tests }) => !tests).map(({ file }) => file);

export function reasonToLeaveOut(file: string, title: string): string | undefined {
  return leftOut.find((each) => each.file === file && each.tests?.includes(title))?.reason;
}
