import { Drawing } from './drawing.tsx';

/** A bird house with a closed shutter, or with an open door and a bird inside. */
export function BirdHouse({ isOpen }: { isOpen: boolean }) {
  return (
    <Drawing>
      <path d="M100 4v12M56 46l44-32 44 32" />
      <path d="M66 40v56h68V40" />
      <path d="M54 97c30 3 62 3 92 0" />
      <circle cx="100" cy="58" r="13" />
      {isOpen ? (
        <>
          <path d="M92 66c1-8 4-12 9-12 4 0 6 2 7 5l4 1-4 2c0 2-1 4-2 6" />
          <path d="M102 58.5v.2" strokeWidth="3" />
          <path d="M92 82h16m-8 0v6" />
        </>
      ) : (
        <>
          <path d="M91 49l18 18m0-18L91 67" opacity="0.6" />
          <path d="M100 78v10m-4-5h8" />
        </>
      )}
      <path d="M74 52v8m0 14v14m52-44v10m0 16v18" opacity="0.6" />
    </Drawing>
  );
}
