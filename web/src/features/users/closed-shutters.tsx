/** A bird house with its shutter closed. */
export function ClosedShutters() {
  return (
    <svg
      viewBox="0 0 200 112"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M100 4v12M56 46l44-32 44 32" />
      <path d="M66 40v56h68V40" />
      <path d="M54 97c30 3 62 3 92 0" />
      <circle cx="100" cy="58" r="13" />
      <path d="M91 49l18 18m0-18L91 67" opacity="0.6" />
      <path d="M100 78v10m-4-5h8" />
      <path d="M74 52v8m0 14v14m52-44v10m0 16v18" opacity="0.6" />
    </svg>
  );
}
