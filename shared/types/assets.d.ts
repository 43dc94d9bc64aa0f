declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}

declare module '*.css';

declare module '*.svg' {
  const url: string;
  export default url;
}

declare module '*.webp' {
  const url: string;
  export default url;
}

declare module '*.avif' {
  const url: string;
  export default url;
}

declare module '*.jpg' {
  const url: string;
  export default url;
}

declare module '*.png' {
  const url: string;
  export default url;
}

/** The address of a style sheet that is a file of its own, outside the page's styles. */
declare module '*.css?url' {
  const url: string;
  export default url;
}

/** The subresource integrity value of such a style sheet. */
declare module '*.css?integrity' {
  const integrity: string;
  export default integrity;
}
