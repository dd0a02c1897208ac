import * as words from '#words/moderation';
import type { NamedUser } from '@roost/contract/users';
import { Link } from '../../lib/router/link.tsx';
import { paths } from '../../paths.ts';
import { Handle } from '../../ui/handle.tsx';

/** A person's handle. It leads to what the staff knows about the person. Null is somebody who was erased. */
export function PersonName({ person }: { person: Pick<NamedUser, '_id' | 'username'> | null }) {
  if (!person) return <span>{words.anErasedPerson}</span>;
  return (
    <Link
      to={paths.moderationPerson(person._id)}
      dir="ltr"
      className="max-w-full truncate rounded-xs font-semibold text-text hover:underline pointer-coarse:py-1"
    >
      <Handle username={person.username} />
    </Link>
  );
}
