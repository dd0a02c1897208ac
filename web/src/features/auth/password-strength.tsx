import { accountLimits } from '@roost/contract/limits';
import { clsx } from 'clsx';
import { useDeferredValue, useEffect, useState } from 'react';

const { min, max } = accountLimits.password;
const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'];
const colours = ['bg-danger', 'bg-danger', 'bg-bookmark', 'bg-presence', 'bg-presence'];

/** How hard a password is to guess, as a hint under its field. Only ever advises; the server decides (contract §2). */
export function PasswordStrength({
  password,
  about,
}: {
  password: string;
  about: (string | undefined)[];
}) {
  const score = useScore(password, about);
  const shown = password !== '' && score !== undefined;
  return (
    <>
      <p className="flex justify-between gap-3">
        <span>
          {min} to {max} characters.
        </span>
        <span aria-live="polite">
          {shown && (
            <>
              <span className="sr-only">Strength: </span>
              {words[score]}
            </>
          )}
        </span>
      </p>
      <span aria-hidden className="mt-2 flex gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx(
              'h-1 flex-1 rounded-full transition-colors',
              shown && step <= Math.max(score, 1) ? colours[score] : 'bg-line',
            )}
          />
        ))}
      </span>
    </>
  );
}

/** 0 to 4; undefined until the estimator has been fetched. */
function useScore(password: string, about: (string | undefined)[]): number | undefined {
  const [score, setScore] = useState<number>();
  const judged = useDeferredValue(password);
  const own = about.filter((input) => input !== undefined && input !== '').join('\n');

  useEffect(() => {
    if (judged === '') return undefined;
    let stale = false;
    void import('./guess-password.ts').then(
      ({ guessability }) => stale || setScore(guessability(judged, own.split(/[\n@.\s]+/))),
      // Without the estimator there is no meter, and nothing lost.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [judged, own]);

  return score;
}
