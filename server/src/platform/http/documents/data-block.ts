/** Escapes JSON so that it can neither end its script element nor begin another one. */
export function escapeJson(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** A script element that holds escaped JSON. */
export function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`;
}
