import * as words from '#words/auth';
import { accountLimits } from '@roost/contract/limits';
import { clsx } from 'clsx';
import { useDeferredValue, useEffect, useState } from 'react';

const { min, max } = accountLimits.password;
const strengths = [words.veryWeak, words.weak, words.fair, words.good, words.strong];
const colours = ['bg-danger', 'bg-danger', 'bg-bookmark', 'bg-presence', 'bg-presence'];

/** A hint below the password field: how hard the password is to guess. The server decides what it accepts. */
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
        <span>{words.passwordLength({ min, max })}</span>
        <span aria-live="polite">
          {shown && (
            <>
              <span className="sr-only">{words.strength} </span>
              {strengths[score]}
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

/** From 0 to 4. Undefined until the estimator's code has loaded. */
function useScore(password: string, about: (string | undefined)[]): number | undefined {
  const [score, setScore] = useState<number>();
  const judged = useDeferredValue(password);
  const own = about.filter((input) => input !== undefined && input !== '').join('\n');

  useEffect(() => {
    if (judged === '') return undefined;
    let stale = false;
    void import('./guess-password.ts').then(
      ({ guessability }) => stale || setScore(guessability(judged, own.split(/[\n@.\s]+/))),
      // If the estimator does not load, the form works without the hint.
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [judged, own]);

  return score;
}
