/** A packet that can't be read, or must not be. */
export class PacketError extends Error {}
