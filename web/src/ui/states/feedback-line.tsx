import { useEffect, useState } from 'react';

/** How long the outcome of a change stays. */
const FEEDBACK_MS = 3_000;

/** The outcome of a change that was shown at once. */
export interface Feedback {
  text: string;
  isError: boolean;
}

/** The last outcome, for three seconds, and a function that reports the next one. */
export function useFeedback() {
  const [feedback, report] = useState<Feedback>();
  useEffect(() => {
    if (!feedback) return undefined;
    const timer = setTimeout(() => report(undefined), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  return [feedback, report] as const;
}

/** Shows an outcome. It keeps its line while it is empty, so that nothing below moves. */
export function FeedbackLine({ feedback }: { feedback: Feedback | undefined }) {
  return (
    <span
      role="status"
      className={`block min-h-4.5 w-full text-meta ${feedback?.isError ? 'text-danger-text' : 'text-success-text'}`}
    >
      {feedback?.text}
    </span>
  );
}
