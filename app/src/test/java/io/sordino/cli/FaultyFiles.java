package io.sordino.cli;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The file system of a process that can be killed at any of its operations on files: {@link Kill} is told of each before it is done. It is
 * named to a JVM by {@code -Djava.nio.file.spi.DefaultFileSystemProvider}, so that whatever the program does to files passes through it.
 */
public final class FaultyFiles extends FileSystemProvider {
    private final FileSystemProvider real;
    private final FileSystem files;

    public FaultyFiles(FileSystemProvider real) {
        this.real = real;
        files = new Wrapped(real.getFileSystem(URI.create("file:///")));
    }

    private static final class Handler implements java.lang.reflect.InvocationHandler {
        private final Path path;
        private final FileSystem files;

        Handler(Path path, FileSystem files) {
            this.path = path;
            this.files = files;
        }

        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] given) throws Throwable {
            if (method.getName().equals("getFileSystem")) return files;
            if (method.getName().equals("toFile")) return new File(path.toString());
            Object[] arguments = given == null ? new Object[0] : given.clone();
            for (int i = 0; i < arguments.length; i++) arguments[i] = unwrapped(arguments[i]);
            try {
                return wrapped(method.invoke(path, arguments), files);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    static Path real(Path path) {
        return (Path) unwrapped(path);
    }

    private static Object unwrapped(Object argument) {
        return argument instanceof Path path
                        && Proxy.isProxyClass(path.getClass())
                        && Proxy.getInvocationHandler(path) instanceof Handler handler
                ? handler.path
                : argument;
    }

    private static Object wrapped(Object result, FileSystem files) {
        if (result instanceof Path path) return wrap(path, files);
        if (result instanceof Iterator<?> names) {
            List<Object> all = new ArrayList<>();
            names.forEachRemaining(name -> all.add(wrapped(name, files)));
            return all.iterator();
        }
        return result;
    }

    private static Path wrap(Path path, FileSystem files) {
        return (Path) Proxy.newProxyInstance(
                FaultyFiles.class.getClassLoader(), new Class<?>[] {Path.class}, new Handler(path, files));
    }

    private Path wrap(Path path) {
        return wrap(path, files);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Kill.at("open " + name(path));
        return new FaultyChannel(real.newFileChannel(real(path), options, attributes), real(path));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        Kill.at("list " + name(folder));
        DirectoryStream<Path> found = real.newDirectoryStream(real(folder), one -> filter.accept(wrap(one)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                List<Path> all = new ArrayList<>();
                found.forEach(one -> all.add(wrap(one)));
                return all.iterator();
            }

            @Override
            public void close() throws IOException {
                found.close();
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        Kill.at("mkdir " + name(folder));
        real.createDirectory(real(folder), attributes);
    }

    @Override
    public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes) throws IOException {
        real.createSymbolicLink(real(link), real(target), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        Kill.at("delete " + name(path));
        Kill.before(real(path));
        real.delete(real(path));
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        Kill.at("copy to " + name(to));
        real.copy(real(from), real(to), options);
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        Kill.at("move to " + name(to));
        Kill.before(real(to));
        real.move(real(from), real(to), options);
        Kill.named(real(from), real(to));
        Kill.at("moved to " + name(to));
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return real.isSameFile(real(one), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Kill.at("access " + name(path));
        real.checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        Kill.at("stat " + name(path));
        return real.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) throws IOException {
        return real.readAttributes(real(path), names, options);
    }

    @Override
    public void setAttribute(Path path, String name, Object value, LinkOption... options) throws IOException {
        Kill.at("set " + name + " of " + name(path));
        real.setAttribute(real(path), name, value, options);
    }

    @Override
    public String getScheme() {
        return "file";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return real.newFileSystem(uri, environment);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return files;
    }

    @Override
    public Path getPath(URI uri) {
        return wrap(real.getPath(uri));
    }

    private static String name(Path path) {
        return Optional.ofNullable(real(path).getFileName()).map(Path::toString).orElse("/");
    }

    private final class Wrapped extends FileSystem {
        private final FileSystem inner;

        Wrapped(FileSystem inner) {
            this.inner = inner;
        }

        @Override
        public FileSystemProvider provider() {
            return FaultyFiles.this;
        }

        @Override
        public void close() throws IOException {
            inner.close();
        }

        @Override
        public boolean isOpen() {
            return inner.isOpen();
        }

        @Override
        public boolean isReadOnly() {
            return inner.isReadOnly();
        }

        @Override
        public String getSeparator() {
            return inner.getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            List<Path> all = new ArrayList<>();
            inner.getRootDirectories().forEach(root -> all.add(wrap(root)));
            return all;
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return inner.getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return inner.supportedFileAttributeViews();
        }

        @Override
        public Path getPath(String first, String... more) {
            return wrap(inner.getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = inner.getPathMatcher(pattern);
            return path -> matcher.matches(real(path));
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return inner.getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() throws IOException {
            return inner.newWatchService();
        }
    }
}
