import { hasFields, storedJson, validItems } from '../storage.ts';

/** A row of a list, and the distance from the top of the list's window to it, in px. */
export interface RowAnchor {
  row: string;
  top: number;
}

type KeyedAnchor = RowAnchor & { key: string };

const stored = storedJson('sessionStorage', 'roost:anchors', (value) =>
  validItems(value, (item): item is KeyedAnchor =>
    hasFields<KeyedAnchor>(item, { key: 'string', row: 'string', top: 'number' }),
  ),
);
/** The storage keeps this many anchors, the newest. */
const MAX_ANCHORS = 100;

/** `key` identifies a history entry, and a list in it if the page has several. Without an anchor, the key is forgotten. */
export function saveRowAnchor(key: string, anchor: RowAnchor | undefined): void {
  const others = (stored.read() ?? []).filter((each) => each.key !== key);
  stored.write([...others, ...(anchor ? [{ key, ...anchor }] : [])].slice(-MAX_ANCHORS));
}

export function savedRowAnchor(key: string): RowAnchor | undefined {
  return stored.read()?.find((each) => each.key === key);
}
