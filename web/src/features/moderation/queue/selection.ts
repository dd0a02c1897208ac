import { MAX_DECIDED_CASES } from '@roost/contract/moderation';
import { personalStore } from '../../../lib/store.ts';

/** The ids of the cases that the moderator has chosen to decide together. */
export const selectedCases = personalStore<ReadonlySet<string>>(new Set());

/** Adds cases, up to the number that one decision may have. */
export function selectCases(ids: readonly string[]): void {
  const all = [...new Set([...selectedCases.get(), ...ids])];
  selectedCases.set(new Set(all.slice(0, MAX_DECIDED_CASES)));
}

export function toggleCase(id: string): void {
  const now = selectedCases.get();
  if (now.has(id)) deselectCase(id);
  else selectCases([id]);
}

export function deselectCase(id: string): void {
  const now = selectedCases.get();
  if (now.has(id)) selectedCases.set(new Set([...now].filter((other) => other !== id)));
}

export function clearSelection(): void {
  selectedCases.set(new Set());
}
