/** Joins a key to the prefix that a person pressed before it, such as G and then H. */
export interface KeyPrefix {
  /** The name of a key at this time in ms: `g h` after the prefix. Undefined for the prefix, which waits for the next key. */
  join: (key: string, now: number) => string | undefined;
  /** The next key stands alone again. */
  forget: () => void;
}

export function keyPrefix(prefix: string, windowMs: number): KeyPrefix {
  let pressedAt: number | undefined;
  return {
    join(key, now) {
      const isAfterPrefix = pressedAt !== undefined && now - pressedAt <= windowMs;
      pressedAt = undefined;
      if (isAfterPrefix) return `${prefix} ${key}`;
      if (key !== prefix) return key;
      pressedAt = now;
      return undefined;
    },
    forget: () => (pressedAt = undefined),
  };
}
