import { hasRole, type Role } from '@roost/contract/users';
import type { MemberContext } from '../../kernel/context.ts';
import { listStaff, type Colleague } from './people.queries.ts';

/**
 * The one rule of who sees and decides what concerns a person. Nobody sees cases about themselves, and only admins see cases about
 * the staff. `staffIds` are the ids of the staff.
 */
export function mayHandle(
  { id, role }: { id: string; role: Role },
  personId: string,
  staffIds: ReadonlySet<string>,
): boolean {
  return id !== personId && (hasRole(role, 'admin') || !staffIds.has(personId));
}

/** Chooses those of the staff who may handle what concerns a person, and can act now. */
export function handlersOf(staff: Colleague[], personId: string): Colleague[] {
  const staffIds = new Set(staff.map(({ id }) => id));
  return staff.filter((each) => each.is_active && mayHandle(each, personId, staffIds));
}

/** The ids of the people whose cases do not exist for the viewer. */
export async function concealedFrom(ctx: MemberContext): Promise<string[]> {
  const staff = await listStaff(ctx);
  const staffIds = new Set([...staff.map(({ id }) => id), ctx.viewer.id]);
  return [...staffIds].filter((id) => !mayHandle(ctx.viewer, id, staffIds));
}
