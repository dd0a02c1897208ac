import type { DecisionRow } from '../decisions/decision.queries.ts';
import type { Colleague } from '../people/people.queries.ts';
import { handlersOf } from '../people/staff.ts';

/**
 * Whether somebody of the staff may decide an appeal against a decision. The moderator who made the decision may do so only if
 * nobody else can.
 */
export function mayDecide(
  staff: Colleague[],
  viewerId: string,
  { person_id, moderator_id }: DecisionRow,
): boolean {
  const handlers = handlersOf(staff, person_id).map(({ id }) => id);
  const others = handlers.filter((id) => id !== moderator_id);
  return (others.length > 0 ? others : handlers).includes(viewerId);
}
