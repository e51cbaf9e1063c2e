import type { TextOf } from '@lintel/ui/i18n'

/**
 * The options for where the time server comes from.
 * @param dhcpServer the server that DHCP supplied; empty without one
 */
export const serverOptions = (text: TextOf, dhcpServer: string) => [
  {
    value: 'dhcp',
    label: text('datetime.fromDhcp'),
    help:
      dhcpServer === ''
        ? text('datetime.fromDhcp.none')
        : text('datetime.fromDhcp.server', { server: dhcpServer }),
  },
  { value: 'named', label: text('datetime.named') },
]
