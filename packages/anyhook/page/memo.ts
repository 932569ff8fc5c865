import { Component, type ComponentChildren, type ComponentType, h } from 'preact';

/** A component that is rendered again only if a property changed. */
export function memo<Properties extends object>(
  draw: (properties: Properties) => ComponentChildren,
): ComponentType<Properties> {
  return class extends Component<Properties> {
    override shouldComponentUpdate(next: Readonly<Properties>): boolean {
      const now = this.props as Readonly<Record<string, unknown>>;
      return Object.entries(next).some(([name, value]) => now[name] !== value);
    }

    override render() {
      return h(draw as ComponentType<Properties>, this.props);
    }
  };
}
