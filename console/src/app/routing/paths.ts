/**
 * The addresses of the pages that others lead to, as the hash routes of A §2. Links and navigation
 * take them from here; `paths.test.ts` holds them against the page table.
 */
export const paths = {
  overview: () => '/',
  certificates: () => '/certificates',
  datetime: () => '/datetime',
  ioPorts: () => '/ioPorts',
  editPort: ({ port }: { port: string }) => `/ioPorts/edit/${encodeURIComponent(port)}`,
  maintenance: () => '/maintenance',
  network: () => '/network',
  networkSecurity: () => '/network-security',
  audioSite: () => '/network-security/audio-site',
  reports: () => '/reports',
  serverReport: () => '/reports/server',
  users: () => '/users',
  addUser: () => '/users/add',
  editUser: ({ name }: { name: string }) => `/users/edit/${encodeURIComponent(name)}`,
}

/** What a link to a path of the console says. */
export const hrefTo = (path: string): string => `#${path}`
