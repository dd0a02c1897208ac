/** Where the WAL of one cluster is. The number is random for each cluster. */
export const systemFolder = (systemId: string): string => `wal/${systemId}/`;

/** A segment of the WAL, or the history of a timeline. */
export const WAL_FILE = /^(?:[\dA-F]{24}(?:\.[\dA-F]{8}\.backup)?|[\dA-F]{8}\.history)$/;

/** The first eight bytes of `global/pg_control`. */
export function systemIdOf(controlFile: Buffer): string {
  return controlFile.readBigUInt64LE(0).toString();
}

/** Begins the complaint of the program that reads the WAL. */
export const WAL_UNREADABLE = 'The WAL cannot be read: ';
