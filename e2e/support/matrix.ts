/** Whether `npm run test:long` runs. */
export const isLong = process.env['E2E_LONG'] === 'on';

/**
 * Returns the widths or themes of a journey. `npm test` takes the first. `npm run test:long` takes all, in journeys with
 * `@matrix` in their title.
 */
export function variants<const Value>(first: Value, ...others: Value[]): Value[] {
  return isLong ? [first, ...others] : [first];
}
