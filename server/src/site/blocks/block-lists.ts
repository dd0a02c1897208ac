/** The email domains and the address ranges that nobody may use here. */
export interface BlockLists {
  mailDomains: string[];
  addresses: string[];
}
