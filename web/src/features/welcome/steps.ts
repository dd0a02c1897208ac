import { navigate, useSearchParams } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';

export const steps = ['picture', 'interests', 'people', 'post'] as const;
export type Step = (typeof steps)[number];

/** The step that the address names, and a function that leads to the next one, or home after the last. */
export function useStep(): { step: Step; number: number; next: () => void } {
  const [params] = useSearchParams();
  const index = Math.max(0, steps.indexOf(params.get('step') as Step));
  const following = steps[index + 1];
  return {
    step: steps[index] ?? 'picture',
    number: index + 1,
    next: () => (following ? navigate(paths.welcome(following)) : leave()),
  };
}

/** Back from the feed must not lead to the steps again. */
export function leave(): void {
  navigate(paths.home, { replace: true });
}
