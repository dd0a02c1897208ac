import { navigate, useSearchParams } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';

export const steps = ['picture', 'interests', 'people', 'post'] as const;
export type Step = (typeof steps)[number];

interface StepState {
  step: Step;
  number: number;
  /** Leads to the next step, or home after the last. */
  next: () => void;
  /** Leads to the step before. The first step has none. */
  back: (() => void) | undefined;
}

/** The step that the address names. */
export function useStep(): StepState {
  const [params] = useSearchParams();
  const index = Math.max(0, steps.indexOf(params.get('step') as Step));
  const following = steps[index + 1];
  const previous = steps[index - 1];
  return {
    step: steps[index] ?? 'picture',
    number: index + 1,
    next: () => (following ? goTo(following) : leave()),
    back: previous && (() => goTo(previous)),
  };
}

// All steps are one entry of the history, so Back from the feed does not lead to any of them.
function goTo(step: Step): void {
  navigate(paths.welcome(step), { replace: true });
}

export function leave(): void {
  navigate(paths.home, { replace: true });
}
