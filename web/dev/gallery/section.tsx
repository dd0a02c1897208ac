import { useId, type ReactNode } from 'react';

/** A named part of the gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="py-3">
      <h2 id={id} className="py-3 text-title font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Parts side by side. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3 py-3">{children}</div>;
}
