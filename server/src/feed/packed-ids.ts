const BYTES = 16;

/** Ids as sixteen bytes each: a twentieth of what they take as texts in a list. */
export function packIds(ids: readonly string[]): Buffer {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
}

export function countPacked(packed: Buffer): number {
  return packed.length / BYTES;
}

export function unpackIds(packed: Buffer, from = 0, to = countPacked(packed)): string[] {
  const hex = packed.toString('hex', from * BYTES, to * BYTES);
  const ids: string[] = [];
  for (let at = 0; at < hex.length; at += BYTES * 2)
    ids.push(
      `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`,
    );
  return ids;
}

/** Ids of which each belongs to a place in a list. */
export function packPlaced(ids: ReadonlyMap<number, string>): Buffer {
  const packed = Buffer.alloc(ids.size * (BYTES + 2));
  let at = 0;
  for (const [place, id] of ids) {
    packed.writeUInt16BE(place, at);
    packed.write(id.replaceAll('-', ''), at + 2, 'hex');
    at += BYTES + 2;
  }
  return packed;
}

export function unpackPlaced(packed: Buffer, from = 0, to = Infinity): Map<number, string> {
  const ids = new Map<number, string>();
  for (let at = 0; at < packed.length; at += BYTES + 2) {
    const place = packed.readUInt16BE(at);
    if (place >= from && place < to)
      ids.set(place, unpackIds(packed.subarray(at + 2, at + 2 + BYTES))[0]!);
  }
  return ids;
}

/** The last eight digits, which chance made: two of thousands hardly ever share them. */
export function markOf(id: string): number {
  return Number.parseInt(id.slice(-8), 16);
}

/** Milliseconds since 1970 at which an id was made. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Smaller than all ids made from then on. */
export function idFrom(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}
