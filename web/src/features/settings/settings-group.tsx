import { useId, type ReactNode } from 'react';

interface SettingsGroupProps {
  title: string;
  /** One or two sentences under the title. */
  about?: ReactNode;
  children?: ReactNode;
}

/** One topic of a section, with its heading. */
export function SettingsGroup({ title, about, children }: SettingsGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-b border-line px-4 py-6">
      <h2 id={id} className="text-section font-bold">
        {title}
      </h2>
      {about !== undefined && <p className="mt-1 max-w-[60ch] text-muted">{about}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </section>
  );
}
