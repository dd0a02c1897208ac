import * as words from '#words/moderation';
import { assignCase, unassignCase, type ModerationCase } from '@roost/contract/moderation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { putCase } from './case.query.ts';

/** Takes a case, also from somebody else, or puts it back. */
export function useAssign(found: ModerationCase | undefined) {
  const client = useQueryClient();
  const isOwn = found?.assignee?._id === useViewerId();
  const { mutate, isPending } = useMutation({
    mutationFn: async (caseId: string) =>
      call(isOwn ? unassignCase : assignCase, { params: { caseId } }),
    onSuccess: ({ data }) => putCase(client, data),
  });
  const toggle = () => {
    if (found && found.status !== 'closed' && !isPending) mutate(found._id);
  };
  return { isOwn, isPending, toggle };
}

/** Shows who works on a case, with a button that changes it. A closed case has no assignee to change. */
export function AssignButton({ found }: { found: ModerationCase }) {
  const { isOwn, isPending, toggle } = useAssign(found);
  if (found.status === 'closed') return null;
  return (
    <Button variant="secondary" size="sm" busy={isPending} aria-keyshortcuts="a" onClick={toggle}>
      {isOwn ? words.release : words.assignToMe}
    </Button>
  );
}
