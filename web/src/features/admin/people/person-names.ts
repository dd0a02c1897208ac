import * as words from '#words/admin';
import type { PersonStatus } from '@roost/contract/admin';
import type { Role } from '@roost/contract/users';

export const roleNames: Record<Role, string> = {
  member: words.member,
  moderator: words.moderator,
  admin: words.admin,
};

export const statusNames: Record<PersonStatus, string> = {
  active: words.active,
  pending: words.waitsForApproval,
  suspended: words.suspended,
  banned: words.banned,
  closing: words.closing,
  erased: words.erased,
};

/** The choices of a filter. The first one is all of them. */
export function choicesOf<Value extends string>(all: string, names: Record<Value, string>) {
  return [
    { value: '', label: all },
    ...Object.entries<string>(names).map(([value, label]) => ({ value, label })),
  ];
}
