import type { ReactNode } from 'react';

/** An empty page: a line drawing, one sentence, one action. */
export function EmptyState({
  drawing,
  title,
  action,
}: {
  drawing?: ReactNode;
  title: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex animate-appear flex-col items-center px-6 py-16 text-center">
      {drawing && (
        <div className="mb-6 text-muted [&_svg]:h-28 [&_svg]:w-auto [&_svg]:max-w-full">
          {drawing}
        </div>
      )}
      <p className="max-w-[36ch] text-body text-muted text-balance">{title}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
