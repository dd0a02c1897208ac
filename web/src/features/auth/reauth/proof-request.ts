import type { ApiError } from '../../../lib/api/api-error.ts';
import { onLogout } from '../../../lib/logout.ts';
import { createStore } from '../../../lib/store.ts';

/** A refused call that waits for a proof of the person. */
export interface ProofRequest {
  /** The ways in which this person can give it. */
  methods: readonly string[];
  answer: (isGiven: boolean) => void;
}

/** The open request. The dialog shows it. */
export const proofRequest = createStore<ProofRequest | undefined>(undefined);

/** Asks the person for a proof. Resolves to whether it was given. Calls that are refused meanwhile wait for the same one. */
export function askForProof(refusal: ApiError): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const open = proofRequest.get();
  proofRequest.set({
    methods: open?.methods ?? methodsOf(refusal),
    answer(isGiven) {
      open?.answer(isGiven);
      proofRequest.set(undefined);
      resolve(isGiven);
    },
  });
  return promise;
}

onLogout(() => proofRequest.get()?.answer(false));

/** A refusal lists the ways as `methods`. */
export function methodsOf({ details }: ApiError): string[] {
  const { methods } = details;
  return Array.isArray(methods) ? methods.map(String) : [];
}
