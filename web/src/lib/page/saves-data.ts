interface WithConnection {
  connection?: { saveData?: boolean };
}

/** Whether the person asks for less data in the browser's settings. Not all browsers tell. */
export function savesData(): boolean {
  return (navigator as WithConnection).connection?.saveData ?? false;
}
