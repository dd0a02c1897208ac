import * as words from '#words/auth';
import { undoChange } from '@roost/contract/security';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/states/alert.tsx';

/** Undoes a change on a press, because some mail programs open links by themselves. */
export function UndoChange({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(undoChange, { params: { token } }, { quiet: true }),
  });
  if (isSuccess) return <Alert type="success">{words.changeUndone}</Alert>;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">{words.undoExplained}</p>
      {error && <Alert type="error">{messageOf(error, words.couldNotUndo)}</Alert>}
      <Button size="lg" busy={isPending} onClick={() => mutate()}>
        {words.undoTheChange}
      </Button>
    </div>
  );
}
