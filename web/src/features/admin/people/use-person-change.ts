import * as words from '#words/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/overlays/toasts.ts';
import { numbersKey } from '../numbers/numbers.query.ts';
import { peopleKey } from './people.query.ts';

/** A change of an account. Afterwards the lists of people show what is true. The API client shows failures. */
export function usePersonChange<Input = void>(
  send: (input: Input) => Promise<{ message?: string | undefined }>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => toast.success(message ?? words.saved),
    // Also after a failure, because another admin may have been faster.
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: numbersKey });
      await client.invalidateQueries({ queryKey: peopleKey });
    },
  });
}
