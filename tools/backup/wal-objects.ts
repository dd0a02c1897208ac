/** The folder of the archived WAL of one cluster. PostgreSQL gives each cluster another system identifier. */
export const systemFolder = (systemId: string): string => `wal/${systemId}/`;

/** A segment of the WAL, or the history of a timeline. */
export const WAL_FILE = /^(?:[\dA-F]{24}(?:\.[\dA-F]{8}\.backup)?|[\dA-F]{8}\.history)$/;

/** Reads the system identifier: the first eight bytes of `global/pg_control`. */
export function systemIdOf(controlFile: Buffer): string {
  return controlFile.readBigUInt64LE(0).toString();
}

/** `fetch-wal.ts` begins its error line with this. `recover-cluster.ts` finds the line in PostgreSQL's log. */
export const WAL_UNREADABLE = 'The WAL cannot be read: ';
