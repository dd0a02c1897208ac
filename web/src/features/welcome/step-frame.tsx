import * as words from '#words/welcome';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { leave, steps, useStep } from './steps.ts';

interface StepFrameProps {
  title: string;
  text: string;
  /** Whether the person did what the step offers. Until then, its button skips it. */
  isDone: boolean;
  busy?: boolean;
  /** Runs before the next step. Without it, the button only goes on. */
  onContinue?: () => void;
  children: ReactNode;
}

/** One step: its title, what it is for, its content, and the way on. */
export function StepFrame({ title, text, isDone, busy, onContinue, children }: StepFrameProps) {
  const { step, number, next, back } = useStep();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  return (
    <section
      aria-labelledby="welcome-title"
      data-no-post-button
      className="px-4 pt-6 pb-16 md:px-8"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="nums text-meta text-muted">
          {words.stepOf({ step: number, steps: steps.length })}
        </p>
        <Button variant="ghost" size="sm" className="-me-4" onClick={leave}>
          {words.goToFeed}
        </Button>
      </div>
      <div aria-hidden="true" className="mt-2 mb-8 flex gap-1.5">
        {steps.map((each, index) => (
          <span
            key={each}
            className={`h-1 flex-1 rounded-full ${index < number ? 'bg-accent' : 'bg-sunk'}`}
          />
        ))}
      </div>
      <h1
        ref={heading}
        id="welcome-title"
        tabIndex={-1}
        className="text-display font-bold text-balance outline-none"
      >
        {title}
      </h1>
      <p className="mt-2 mb-6 text-muted text-pretty">{text}</p>
      {children}
      <div className="mt-8 flex gap-3">
        {back && (
          <Button variant="ghost" size="lg" onClick={back}>
            {words.back}
          </Button>
        )}
        <Button
          variant={isDone ? 'primary' : 'secondary'}
          size="lg"
          busy={busy ?? false}
          onClick={isDone && onContinue ? onContinue : next}
          className="ms-auto min-w-36 max-md:flex-1"
        >
          {isDone ? words.continue : words.skip}
        </Button>
      </div>
    </section>
  );
}
