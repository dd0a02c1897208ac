import { useId, type ReactNode } from 'react';

/** A part of the desk, with its title. */
export function Part({
  title,
  end,
  children,
}: {
  title: string;
  /** Beside the title. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line px-4 py-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-section font-semibold">
          {title}
        </h2>
        {end}
      </div>
      {children}
    </section>
  );
}
