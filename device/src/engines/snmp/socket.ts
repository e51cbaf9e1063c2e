import { createSocket } from 'node:dgram'
import type { Socket as UdpSocket } from 'node:dgram'
import type { Log } from '../../log.ts'

/** A UDP port that answers requests. */
export interface Socket {
  address: string
  /** Resolves when the port is free again. */
  close(): Promise<void>
}

interface SocketParts {
  address: string
  port: number
  /** Returns the response to a datagram; undefined for none. */
  respond: (datagram: Buffer) => Buffer | undefined
  log: Log
}

const socketAt = (address: string): UdpSocket =>
  createSocket(address.includes(':') ? 'udp6' : 'udp4')

/** @throws the system's error when the port can't be opened */
export function openSocket({ address, port, respond, log }: SocketParts): Promise<Socket> {
  const socket = socketAt(address)

  function received(datagram: Buffer, from: { address: string; port: number }): void {
    // Input from the network must not crash the device.
    try {
      const response = respond(datagram)
      if (response) {
        socket.send(response, from.port, from.address, (error) => {
          if (error) log.warn({ err: error }, 'could not send SNMP response')
        })
      }
    } catch (cause) {
      log.error({ err: cause }, 'SNMP request failed')
    }
  }

  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close()
      reject(error)
    })
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error')
      socket.on('error', (error) => log.error({ err: error }, 'SNMP socket failed'))
      socket.on('message', received)
      resolve({
        address,
        close: () => new Promise((closed) => void socket.close(() => closed())),
      })
    })
  })
}

/** Sends one datagram from this address of the host. */
export function sendFrom(
  address: string,
  datagram: Buffer,
  to: { address: string; port: number },
): Promise<void> {
  const socket = socketAt(address)
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address, port: 0, exclusive: true }, () => {
      socket.send(datagram, to.port, to.address, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }).finally(() => socket.close())
}
