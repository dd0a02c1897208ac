const CIRCUMFERENCE = 2 * Math.PI * 15;

/** The progress ring over a picture that uploads. `share` is from 0 to 1. */
export function UploadRing({ label, share }: { label: string; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="flex flex-col items-center gap-1.5"
    >
      <svg
        viewBox="0 0 36 36"
        fill="none"
        strokeWidth="3"
        aria-hidden
        className="size-9 -rotate-90"
      >
        <circle cx="18" cy="18" r="15" stroke="currentColor" opacity="0.35" />
        <circle
          cx="18"
          cy="18"
          r="15"
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - Math.max(0.03, share))}
          className="transition-[stroke-dashoffset]"
        />
      </svg>
      <span dir="ltr" className="nums text-meta font-medium">
        {percent} %
      </span>
    </div>
  );
}
