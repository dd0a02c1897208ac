import { inject } from 'vitest';

/** Volatile functions that neither write nor lock. */
const HARMLESS = new Set(['random', 'clock_timestamp', 'gen_random_uuid', 'pg_sleep']);

/**
 * Says why a statement may not share a connection with reads of other requests (`Database.reads`): it writes, it locks, or it
 * calls a function that may do so. PostgreSQL says which functions may.
 */
export function faultsOf(text: string): string[] {
  const words = text.toLowerCase().match(/'(?:[^']|'')*'|[a-z_][a-z0-9_]*\s*\(?/g) ?? [];
  const [first = ''] = words;
  const volatile = new Set(inject('volatileFunctions'));
  const faults = words.flatMap((word) => {
    const name = word.replace(/\s*\(?$/, '');
    if (['insert', 'update', 'delete', 'merge', 'share', 'lock'].includes(name)) return [name];
    return word.endsWith('(') && volatile.has(name) && !HARMLESS.has(name) ? [`${name}()`] : [];
  });
  if (!/^(select|with)/.test(first)) faults.push('no select');
  return faults.length > 0 ? [`${faults.join(', ')} in: ${text.trim()}`] : [];
}
