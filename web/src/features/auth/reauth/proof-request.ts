import type { ApiError } from '../../../lib/api/api-error.ts';
import { onLogout } from '../../../lib/logout.ts';
import { createStore } from '../../../lib/store.ts';

/** A refused call that waits for a proof of the person. */
export interface ProofRequest {
  /** The ways in which this person can give it. */
  methods: readonly string[];
  answer: (isGiven: boolean) => void;
  /** Resolves to whether it was given. */
  given: Promise<boolean>;
}

/** The open request. The dialog shows it. */
export const proofRequest = createStore<ProofRequest | undefined>(undefined);

/** Asks the person for a proof. Resolves to whether it was given. Calls that are refused meanwhile wait for the same one. */
export function askForProof(refusal: ApiError): Promise<boolean> {
  const open = proofRequest.get();
  if (open) return open.given;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request: ProofRequest = {
    methods: methodsOf(refusal),
    given: promise,
    answer(isGiven) {
      resolve(isGiven);
      // A proof that was under way when the person closed the dialog must not close the next one.
      if (proofRequest.get() === request) proofRequest.set(undefined);
    },
  };
  proofRequest.set(request);
  return promise;
}

onLogout(() => proofRequest.get()?.answer(false));

/** A refusal lists the ways as `methods`. */
export function methodsOf({ details }: ApiError): string[] {
  const { methods } = details;
  return Array.isArray(methods) ? methods.map(String) : [];
}
