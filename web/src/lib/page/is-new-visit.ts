/**
 * Whether the person typed the address or followed a link to it. The first history entry of every visit has the same
 * key, so a new visit must not restore what an earlier visit stored under it.
 */
export function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate';
}
