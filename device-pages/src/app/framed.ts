/** Whether another page of the device shows this one in a frame: its own top bar is enough then. */
export const framed: boolean = window.self !== window.top
